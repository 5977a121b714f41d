#pragma once
// What all velocity-level solvers of a world have in common, whoever computes the impulses.

#include "solvers/live/stage_settings.hpp"

namespace cairn {

enum class LiveFriction { fixed, pyramid, cone, cone_relaxed };
enum class LiveCorrection {
    off,
    baumgarte,   ///< J v = beta / h (depth - slop): Catto 4.1, Tamis; the push is part of the velocity
    projection,  ///< J v = gamma / h depth: Tonge's position projection
    split,       ///< the same push on velocities of its own, which move bodies and are then forgotten
    soft,        ///< a spring and damper, integrated implicitly
};
enum class LiveRestitution {
    simultaneous,  ///< all contacts of the step at once: one complementarity problem
    sequential,    ///< one contact after another until nothing approaches (Larsen's impulse system)
    hybrid,        ///< sequential for `propagations` rounds, the rest simultaneously
};
/// Catto 7.1.
enum class LiveRule { iterations, residual, change, fraction };
/// Catto 8.2: by what a contact point is recognised in the next step.
enum class LiveMatch { feature, world, local };

struct LiveOptions {
    LiveFriction friction = LiveFriction::pyramid;
    int sides = 4;  // of the pyramid
    int iterations = 10;
    bool symmetric = false;  // every second sweep goes backwards
    LiveRule rule = LiveRule::iterations;
    double tolerance = 1e-6;  // m/s for residual and change
    double fraction = 0.5;
    LiveCorrection correction = LiveCorrection::baumgarte;
    /// Part of the depth that is undone in a step (Catto's beta times dt). With ten warm-started sweeps more
    /// than this makes tall stacks sway themselves to pieces (docs/solvers.md).
    double beta = 0.05;
    double joint_beta = 0.2;  // the same for joints
    double gamma = 0.8;
    double slop = 0.005;    // depth left alone by Baumgarte and split, metres
    double push_speed = 3;  // fastest push of Baumgarte and split, m/s
    double hertz = 30;      // of soft correction
    double damping = 5;
    bool speculative =
        true;  // points that are apart may close their gap and no more; false: they do not exist (Catto)
    bool warm_start = true;
    LiveMatch match = LiveMatch::feature;
    double match_distance = 0.02;  // metres, for the two positions
    LiveRestitution restitution = LiveRestitution::simultaneous;
    double restitution_speed = 1;  // slower contacts do not bounce, m/s
    int propagations = 100;
    bool shock = false;
    bool gyroscopic = true;
    bool exact_rotation = true;
    bool measure = false;  // compute the residual of every step

    /// The common parameters; the default friction model is the caller's.
    void visit(StageParameters& parameters);
};

std::string friction_name(const LiveOptions& options);

}  // namespace cairn
