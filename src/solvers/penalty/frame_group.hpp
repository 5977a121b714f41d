#pragma once
// Bodies that may meet within one frame, and their way through it (Larsen 4.2, 4.3).

#include "solvers/penalty/simulator.hpp"

namespace cairn::penalty {

class FrameGroup {
public:
    FrameGroup(Simulator& simulator, std::vector<int> members, double duration)
        : simulator_(&simulator), members_(std::move(members)), duration_(duration) {}

    void add_pair(Pair& pair) { pairs_.push_back(&pair); }
    /// Runs the frame for the members, in place.
    void advance();
    const FrameReport& report() const { return report_; }

    /// A kinematic body this much later.
    static State moved(const State& state, double time);

private:
    State state_at(int body, double time) const;
    PairView view(const Pair& pair, double time) const;
    PairView view_between(const Pair& pair, double fraction) const;
    double energy(double time) const;
    double next_end() const;
    void update_contacts();
    void repay_rests(double energy_at_start);
    void run_impulses();
    void integrate_all();
    void integrate_part(std::vector<int> members, const std::vector<Contact*>& contacts);
    void measure_pull(const std::vector<Contact*>& contacts);
    bool turn_back();
    double swept_fraction(const Pair& pair) const;

    Simulator* simulator_;
    std::vector<int> members_;
    double duration_;
    std::vector<Pair*> pairs_;
    double time_ = 0;              // within the frame
    std::vector<State> before_;    // of the members, when the integration began
    double began_ = 0, ends_ = 0;  // of the integration
    FrameReport report_;
};

}  // namespace cairn::penalty
