#pragma once
// The papers' experiments: what a paper claims and what we measured, one finding each. `cairn paper NAME`
// shows them, tests hold them to it, docs/papers.md maps them to the checklist.

#include <functional>
#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace cairn::lab {

struct Finding {
    std::string rows;      ///< of the checklist, e.g. "C34"
    std::string claim;     ///< the paper's
    std::string measured;  ///< ours
    bool holds = false;    ///< what we measured is what the paper claims
};

struct PaperTable {
    std::string title;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// Curves over one x.
struct PaperFigure {
    struct Curve {
        std::string name;
        std::vector<double> values;  ///< NaN: a gap
    };
    std::string title, x_label;
    std::vector<double> x;
    std::vector<Curve> curves;
};

struct PaperReport {
    std::string paper;
    std::vector<Finding> findings;
    std::vector<PaperTable> tables;
    std::vector<PaperFigure> figures;

    /// The finding about a row; throws std::out_of_range where there is none.
    const Finding& about(const std::string& row) const;
};

/// Called with the name of each experiment before it runs.
using PaperProgress = std::function<void(const std::string&)>;

PaperReport paper_catto(const PaperProgress& progress = {});
PaperReport paper_tamis(const PaperProgress& progress = {});
PaperReport paper_tonge(const PaperProgress& progress = {});
PaperReport paper_larsen(const PaperProgress& progress = {});

struct Paper {
    const char* name;
    PaperReport (*run)(const PaperProgress& progress);
};
/// All of them, by the names of the command line.
const std::vector<Paper>& papers();

/// One experiment of a paper; it adds its findings and tables.
struct PaperPart {
    const char* name;
    void (*run)(PaperReport& report);
};

PaperReport repeat_paper(const std::string& paper, const std::vector<PaperPart>& parts,
                         const PaperProgress& progress);

// --- parts of the experiments, also used by tests

/// Catto's Table 1: his friction bound, beta 0.1 a time unit at a step of 0.5 (E2), no gyroscopic term, his
/// rotation.
std::string catto_solver(bool cache, int iterations = 10);

/// Seconds until the highest body of a stack of n boxes has lost a fifth of its height; negative: it stood
/// `seconds`.
double time_to_fall(int n, const std::string& solver, double seconds, double gap = 0.0363);

/// Of eight starts of ten boxes, with 20 to 40 mm of air between them, how many stand for `seconds`.
int starts_that_stand(const std::string& solver, double seconds);

/// Two boxes of Table 1, the lower one's density `ratio` times the upper's: does the upper one stay on it for
/// 10 s?
bool two_boxes_stand(double ratio, const std::string& solver);
/// The smallest ratio (to 5 %) at which they do, down to `least`.
double mass_ratio_threshold(const std::string& solver, double least);

/// Least horizontal force, in units of its weight, that pulls box k (0 is the lowest) out of a stack of five
/// whose other boxes are held sideways; friction 0.2.
double sliding_force(int k, const std::string& solver);

/// Distance in metres in which a block that starts at 3 m/s in direction `angle` stops on a floor of friction
/// 0.3.
double stopping_distance(double angle, const std::string& solver);

/// Mean iterations a step, over a second of a stack of n boxes at rest.
double resting_iterations(int n, const std::string& solver);

}  // namespace cairn::lab
