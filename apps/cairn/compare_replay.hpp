#pragma once
// The runs of a comparison as key frames that fit into a page: poses in whole quanta, frame after frame as
// differences.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "render_camera.hpp"
#include "scene/scene.hpp"

namespace cairn {

struct ReplayLimits {
    int frames = 241;          ///< key frames of a run
    size_t poses = 4'000'000;  ///< of all runs, bodies and frames, in memory
    size_t characters =
        1'300'000;  ///< of all frames in the page; frames are dropped rather than to exceed it
};

/// A body at a key frame: position in quanta, quaternion in parts of `turn`.
using ReplayPose = std::array<int32_t, 7>;

/// One solver's run.
struct ReplayFilm {
    std::vector<ReplayPose> poses;  ///< frame by frame, bodies in order
    int frames = 0;
};

/// Takes key frames of several runs of one scene, at the same instants.
class Replay {
public:
    static constexpr int turn = 2047;

    /// `scene` as it stands before the first step of the first of `runs` runs.
    Replay(const Scene& scene, int runs, const ReplayLimits& limits = {});

    /// A run begins: its first key frame.
    void begin(const Scene& scene);
    /// So many steps of the run are done.
    void stepped(const Scene& scene, int steps);

    double quantum() const { return quantum_; }
    int steps_per_frame() const { return stride_; }
    int bodies() const { return static_cast<int>(bodies_.size()); }
    const std::vector<ReplayFilm>& films() const { return films_; }

    /// The object that the player reads; empty where even the first and the last frames would be too much. No
    /// character of it can end a script element. `captions`: one a run.
    std::string json(const std::vector<std::string>& captions) const;

private:
    void take(const Scene& scene);
    std::string look() const;

    ReplayLimits limits_;
    double dt_ = 0, quantum_ = 1;
    int stride_ = 1;
    std::vector<int> bodies_;          ///< indices into Scene::bodies(): those that are seen
    std::vector<render::Ball> balls_;  ///< what the camera sees: the first run
    Vec3 up_, camera_direction_;
    std::string shapes_, ground_;
    std::vector<ReplayFilm> films_;
};

/// Every `every`-th frame of a film as bytes: for each of the seven numbers of all bodies the difference to
/// the frame before, zigzag and in groups of seven bits; a zero is followed by how many there are in a row.
std::string replay_bytes(const ReplayFilm& film, int bodies, int every);

}  // namespace cairn
