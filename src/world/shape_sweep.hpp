#pragma once
// One shape of a fast body on its way through a step: what it meets first, and where it must stop for it.

#include "geometry/cast.hpp"
#include "model/model.hpp"
#include "solvers/soft_step/soft_step.hpp"

namespace cairn {

/// A body that sinks into another by less than this share of its thickness is pushed back the way it came:
/// its contact does the right thing. Only what moves farther in a step needs a sweep.
constexpr float safe_share = 0.25f;
/// Bodies stop this far from what they meet, or up to the tolerance farther: near enough for the contact of
/// the next step.
constexpr float stop_distance = 0.5f * linear_slop;
constexpr float stop_tolerance = 0.25f * linear_slop;

inline bool is_bullet(const Body& body) { return body.bullet && body.dynamic(); }

inline float largest_of(Vec3 v) { return max_of(abs_of(v.x), max_of(abs_of(v.y), abs_of(v.z))); }

/// What a body moves and turns in this step.
Sweep sweep_of(const Model& model, const SoftStepScratch& scratch, int32_t body);

/// Where a body must stop: the fraction of its motion, and the way it is carried by what it met.
struct Stop {
    float fraction = 1;
    uint32_t shape = ~0u;
    Vec3 carry;
    bool sunk = false;  // to the innermost core; then these are where it was stopped
    Vec3 normal, point;

    bool before(const Stop& other) const {
        return fraction != other.fraction ? fraction < other.fraction : shape < other.shape;
    }
};

class ShapeSweep {
public:
    ShapeSweep(const Model& model, uint32_t shape, const Sweep& sweep);

    /// A ball that rolls is only as fast as its centre.
    bool is_fast() const;

    void meet_fixed(Stop& first) const;
    /// Bodies that are no bullets have been stopped already: their motion is final. `slack` is how far they
    /// may have left their bounds, which are those of the start of the step.
    void meet_moving(const SoftStepScratch& scratch, float slack, Stop& first) const;

private:
    const ShapeRecord& record() const { return model_.shapes[shape_]; }
    template <class SweepOf>
    void walk(const BoundsTree& tree, float slack, Stop& first, SweepOf&& sweep_of_other) const;
    bool may_meet(uint32_t other) const;
    /// The shape without some of its skin meets another.
    struct CoreImpact {
        Impact impact;
        float safe_depth;     // that it may get beyond
        float turning_reach;  // how far from the centre of mass turning matters
    };
    CoreImpact meet_core(int core, const Shape& target, const Sweep& other) const;
    void meet(uint32_t other, const Sweep& other_sweep, Stop& first) const;
    bool stays_apart(const Shape& shape, float reach, const Shape& target, const Transform& place) const;
    bool near(const Sweep& other, float other_radius) const;
    float reach_of(const Shape& shape) const;
    float approach_speed(Vec3 normal, float turning_reach, const Shape& target, const Sweep& other) const;

    const Model& model_;
    uint32_t shape_;
    const Sweep& sweep_;
    float thickness_;
    float radius_ = 0;         // about the centre of mass
    float turning_reach_ = 0;  // the same without the rounding
};

}  // namespace cairn
