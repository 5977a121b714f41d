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
#include "solvers/live/live_kernels.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn {

VisitModel visit_model(const LiveOptions& options);
/// The axes of a pyramid of 4, 8 or 16 sides.
const FrictionAxes& friction_axes(int sides);

class SweepBlocks {
public:
    /// Of all contacts; the columns hold their impulses. `crew` and `lanes` as in LiveWork.
    void pack(LiveSystem& system, const LiveOptions& options, double relaxation, Crew* crew, int lanes);
    void push() { run(kernels_->push, false); }
    void sweep(bool backward, bool watch);
    /// The impulses back into the points.
    void unpack(LiveSystem& system) const;

    /// visit(point of the system, change) after a sweep that watched, in no order.
    template <class Visitor>
    void for_changes(Visitor&& visit) const {
        for_points([&](int32_t point, const double* columns) {
            visit(point, columns[sweep_column::change * kernels_->width]);
        });
    }

private:
    using Kernel = void (*)(const SweepArrays& arrays, int first, int last);

    template <class Visitor>
    void for_points(Visitor&& visit) const {
        for (const SweepBlock& block : blocks_)
            for (int lane = 0; lane < kernels_->width; ++lane) {
                const size_t to = static_cast<size_t>(block.lanes + lane);
                if (contact_[to] < 0) break;
                for (int i = 0; i < block.points; ++i)
                    visit(point_[to] + i,
                          columns_.data() + block.columns + lane +
                              (sweep_column::header + i * arrays_.point_columns) * kernels_->width);
            }
    }
    void cut_batches(const LiveSystem& system);
    void lay_out(const LiveSystem& system);
    void add_block(int points, size_t& size);
    void put(const LiveSystem& system, int32_t index, int lane);
    void run(Kernel kernel, bool backward);

    SweepArrays arrays_;
    const LiveKernels* kernels_ = nullptr;
    Crew* crew_ = nullptr;
    Buffer<double> columns_;
    std::vector<SweepBlock> blocks_;
    std::vector<int32_t> batch_blocks_;                       // first block of each batch, and the end
    std::vector<int32_t> batch_contacts_;                     // the same in the system's contacts
    std::vector<int32_t> body_a_, body_b_, contact_, point_;  // of each lane
    std::vector<int32_t> stamp_;                              // of a body: the batch that wrote it last
};

}  // namespace cairn
