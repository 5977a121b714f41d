#pragma once
// A step's contacts as Gauss-Seidel sweeps want them: blocks of contacts that share no moving body, one
// contact a lane, column by column.
//
// What a visit to a point must cost: it reads two arms, K and three impulses, moves two bodies through a
// matrix of inertia each, about 150 operations for its three rows; and 160 bytes. Bodies, axes and inertia
// are the whole manifold's: read once for up to four points. So contacts are sorted by their number of
// points, and none pays for places it does not use.
//
// The order is Gauss-Seidel's own. Contacts are taken in the order of the system, as many as share no moving
// body (in a world that is about one colour); within such a batch the order means nothing, since no visit
// sees what another one did. Sweeps over blocks therefore give the bits of sweeps over contacts one by one,
// at any width, by any number of threads.

#include "base/buffer.hpp"
#include "base/crew.hpp"
#include "solvers/live/live_system.hpp"
#include "solvers/live/sweep_kernels.hpp"

namespace cairn {

VisitModel visit_model(const LiveOptions& options);
/// The axes of a pyramid of 4, 8 or 16 sides.
const FrictionAxes& friction_axes(int sides);
/// What a visit needs of a point, impulses included.
VisitPoint<double> visit_point_of(VisitModel model, double relaxation, const LivePoint& point);

class SweepBlocks {
public:
    /// Of all contacts; the columns hold their impulses. `crew` and `lanes` as in LiveWork.
    void pack(LiveSystem& system, const LiveOptions& options, double relaxation, Crew* crew, int lanes);
    void push() { run(kernels_->push, false); }
    void sweep(bool backward, bool watch);
    /// The impulses back into the points.
    void unpack(LiveSystem& system) const;

    /// change(point of the system) after a sweep that watched, in no order.
    template <class Visitor>
    void for_changes(Visitor&& visit) const {
        for (const Place& place : places_) visit(place.point, columns_[place.column + at_change()]);
    }

private:
    struct Place {  // of a point
        size_t column = 0;
        int32_t point = 0;
    };
    using Kernel = void (*)(const SweepArrays& arrays, int first, int last);

    size_t at_change() const { return static_cast<size_t>(sweep_column::change * kernels_->width); }
    void cut_batches(const LiveSystem& system);
    void lay_out(const LiveSystem& system);
    void fill(const LiveSystem& system, const LiveContact& contact, const SweepBlock& block, int lane);
    void clear_rest(int lane);
    void run(Kernel kernel, bool backward);

    SweepArrays arrays_;
    const SweepKernels* kernels_ = nullptr;
    Crew* crew_ = nullptr;
    Buffer<double> columns_;
    std::vector<SweepBlock> blocks_;
    std::vector<int32_t> batch_blocks_;    // first block of each batch, and the end
    std::vector<int32_t> batch_contacts_;  // the same in the system's contacts
    std::vector<int32_t> body_a_, body_b_;
    std::vector<int32_t> stamp_;  // of a body: the batch that wrote it last
    std::vector<Place> places_;
};

}  // namespace cairn
