#pragma once
// The solver is a value: one plain struct of parameters per solver.

namespace cairn {

/// The default: sub-stepped soft constraints with a relaxing pass (docs/tuning.md says what each number
/// does).
struct SoftStep {
    int substeps = 8;  ///< parts that a step is taken in, 1 or more
    /// Contact stiffness in hertz, at most a quarter of the sub-step rate; contacts with fixed bodies get
    /// twice this. 0: as stiff as one sweep a sub-step can hold, 3/16 of the sub-step rate (90 Hz at 8 x 60).
    float contact_hertz = 0;
    float contact_damping = 1.25f;  ///< damping ratio; 1: critical
    /// Fastest speed in m/s at which overlapping bodies are pushed apart and torn joints close.
    float push_speed = 3;
    /// Joint stiffness in hertz, at most a third of the sub-step rate (0: 0.26 of it), and damping ratio.
    float joint_hertz = 0;
    float joint_damping = 2;
    /// Contacts slower than this do not bounce (m/s).
    float restitution_speed = 1;
    /// While two moving bodies touch whose masses differ by more than this, steps are taken with twice the
    /// sub-steps, stiffer contacts and load memory, which hold 1000:1; infinity: never. StepReport::substeps
    /// tells.
    float stiff_mass_ratio = 30;
    /// Rate at which a contact in such a step learns the load it carries, so that it need not stay
    /// compressed; 0: never.
    float load_memory = 0.01f;

    constexpr bool operator==(const SoftStep&) const = default;
};

}  // namespace cairn
