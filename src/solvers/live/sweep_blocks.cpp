#include "solvers/live/sweep_blocks.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace cairn {

namespace {

namespace sc = sweep_column;

constexpr int contacts_per_task = 64;

/// The exact values: no library trigonometry may touch the state.
constexpr double cosines_16[8] = {
    1, 0.92387953251128673848,  0.70710678118654752440,  0.38268343236508977173,
    0, -0.38268343236508977173, -0.70710678118654752440, -0.92387953251128673848};

FrictionAxes make_axes(int sides) {
    FrictionAxes axes;
    axes.count = sides / 2;
    const int step = 8 / axes.count;
    for (int i = 0; i < axes.count; ++i) {
        axes.cosine[i] = cosines_16[i * step];
        // sin(x) = cos(x - pi/2), four places further back; cosine is even
        axes.sine[i] = cosines_16[i * step >= 4 ? i * step - 4 : 4 - i * step];
    }
    // tan(pi / sides)
    axes.bound = sides == 4 ? 1.0 : sides == 8 ? 0.41421356237309504880 : 0.19891236737965800691;
    return axes;
}

bool moves(const LiveBody& body) {
    const Sym3d& m = body.inverse_inertia;
    return body.inverse_mass > 0 || m.xx > 0 || m.yy > 0 || m.zz > 0;
}

}  // namespace

const FrictionAxes& friction_axes(int sides) {
    static const FrictionAxes four = make_axes(4), eight = make_axes(8), sixteen = make_axes(16);
    return sides == 4 ? four : sides == 8 ? eight : sixteen;
}

VisitModel visit_model(const LiveOptions& options) {
    switch (options.friction) {
        case LiveFriction::fixed:
            return VisitModel::fixed;
        case LiveFriction::pyramid:
            return options.sides == 4 ? VisitModel::pyramid : VisitModel::polygon;
        case LiveFriction::cone:
            return VisitModel::cone;
        case LiveFriction::cone_relaxed:
            break;
    }
    return VisitModel::relaxed;
}

void SweepBlocks::pack(LiveSystem& system, const LiveOptions& options, double relaxation, Crew* crew,
                       int lanes) {
    kernels_ = &live_kernels(lanes);
    crew_ = crew;
    arrays_.model = visit_model(options);
    arrays_.axes = &friction_axes(options.sides);
    arrays_.relaxation = relaxation;
    arrays_.point_columns =
        arrays_.model == VisitModel::polygon ? sc::axis + arrays_.axes->count : int(sc::axis);
    cut_batches(system);
    lay_out(system);
    arrays_.blocks = blocks_.data(), arrays_.columns = columns_.data();
    arrays_.body_a = body_a_.data(), arrays_.body_b = body_b_.data();
    arrays_.contact = contact_.data(), arrays_.point = point_.data();
    arrays_.bodies = &system.bodies.data()->velocity.x;
    arrays_.contacts = reinterpret_cast<const double*>(system.contacts.data());
    arrays_.points = reinterpret_cast<const double*>(system.points.data());
    kernels_->pack(arrays_, 0, static_cast<int>(blocks_.size()));
}

/// As many contacts as share no moving body, in the order of the system.
void SweepBlocks::cut_batches(const LiveSystem& system) {
    stamp_.assign(system.bodies.size(), -1);
    batch_contacts_.assign(1, 0);
    int32_t batch = 0;
    for (size_t i = 0; i < system.contacts.size(); ++i) {
        const LiveContact& contact = system.contacts[i];
        int32_t& a = stamp_[at(contact.body_a)];
        int32_t& b = stamp_[at(contact.body_b)];
        const bool moves_a = moves(system.bodies[at(contact.body_a)]);
        const bool moves_b = moves(system.bodies[at(contact.body_b)]);
        if ((moves_a && a == batch) || (moves_b && b == batch)) {
            batch_contacts_.push_back(static_cast<int32_t>(i));
            ++batch;
        }
        a = b = batch;
    }
    batch_contacts_.push_back(static_cast<int32_t>(system.contacts.size()));
}

/// Blocks of contacts with as many points each.
void SweepBlocks::lay_out(const LiveSystem& system) {
    blocks_.clear(), body_a_.clear(), body_b_.clear(), contact_.clear(), point_.clear();
    batch_blocks_.assign(1, 0);
    size_t size = 0;
    for (size_t batch = 0; batch + 1 < batch_contacts_.size(); ++batch) {
        for (int points = 1; points <= 4; ++points) {
            int lane = 0;
            for (int32_t i = batch_contacts_[batch]; i < batch_contacts_[batch + 1]; ++i) {
                if (system.contacts[at(i)].count != points) continue;
                if (lane == 0) add_block(points, size);
                put(system, i, lane);
                lane = lane + 1 == kernels_->width ? 0 : lane + 1;
            }
        }
        batch_blocks_.push_back(static_cast<int32_t>(blocks_.size()));
    }
    if (columns_.size() < size) columns_.resize(size + size / 4);
}

/// Of empty lanes: they read what does not move and write nothing.
void SweepBlocks::add_block(int points, size_t& size) {
    blocks_.push_back({size, static_cast<int32_t>(body_a_.size()), points});
    size += static_cast<size_t>((sc::header + points * arrays_.point_columns) * kernels_->width);
    const size_t lanes = body_a_.size() + static_cast<size_t>(kernels_->width);
    body_a_.resize(lanes, ~0), body_b_.resize(lanes, ~0);
    contact_.resize(lanes, -1), point_.resize(lanes, 0);
}

void SweepBlocks::put(const LiveSystem& system, int32_t index, int lane) {
    const LiveContact& contact = system.contacts[at(index)];
    const size_t to = at(blocks_.back().lanes + lane);
    const bool moves_a = moves(system.bodies[at(contact.body_a)]);
    const bool moves_b = moves(system.bodies[at(contact.body_b)]);
    body_a_[to] = moves_a ? contact.body_a : ~contact.body_a;
    body_b_[to] = moves_b ? contact.body_b : ~contact.body_b;
    contact_[to] = index, point_[to] = contact.first;
}

void SweepBlocks::run(Kernel kernel, bool backward) {
    const int grain = std::max(1, contacts_per_task / kernels_->width);
    const size_t batches = batch_blocks_.size() - 1;
    for (size_t i = 0; i < batches; ++i) {
        const size_t batch = backward ? batches - 1 - i : i;
        const int begin = batch_blocks_[batch], count = batch_blocks_[batch + 1] - begin;
        if (crew_) {
            crew_->parallel_for(count, grain,
                                [&](int first, int last) { kernel(arrays_, begin + first, begin + last); });
        } else {
            kernel(arrays_, begin, begin + count);
        }
    }
}

void SweepBlocks::sweep(bool backward, bool watch) {
    arrays_.backward = backward, arrays_.watch = watch;
    run(kernels_->sweep, backward);
}

void SweepBlocks::unpack(LiveSystem& system) const {
    for_points([&](int32_t index, const double* from) {
        LivePoint& point = system.points[at(index)];
        for (int k = 0; k < 3; ++k) point.impulse[k] = from[(sc::impulse + k) * kernels_->width];
        if (arrays_.model != VisitModel::polygon) return;
        for (int k = 0; k < arrays_.axes->count; ++k)
            point.axis_impulse[k] = from[(sc::axis + k) * kernels_->width];
    });
}

}  // namespace cairn
