#include "solvers/live/sweep_blocks.hpp"

#include <algorithm>
#include <cmath>

namespace cairn {

namespace {

namespace sc = sweep_column;

constexpr int contacts_per_task = 64;

size_t at(int32_t index) { return static_cast<size_t>(index); }

double inverse(double k) { return k > 0 ? 1 / k : 0; }

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

/// One lane of a block.
struct Lane {
    double* first;
    int width;

    double& operator[](int column) const { return first[column * width]; }
    void put(int column, Vec3d v) const {
        (*this)[column] = v.x, (*this)[column + 1] = v.y, (*this)[column + 2] = v.z;
    }
    void put(int column, const Sym3d& m) const {
        const double values[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
        for (int i = 0; i < 6; ++i) (*this)[column + i] = values[i];
    }
};

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

VisitPoint<double> visit_point_of(VisitModel model, double relaxation, const LivePoint& point) {
    const double* k = point.k;
    VisitPoint<double> p{k[1], k[2], k[4], relaxation * inverse(k[0] + point.compliance), {}, {}};
    std::copy(point.impulse, point.impulse + 3, p.impulse);
    switch (model) {
        case VisitModel::fixed:
        case VisitModel::pyramid:
            p.m[0] = relaxation * inverse(k[3]), p.m[1] = relaxation * inverse(k[5]), p.m[3] = point.bound;
            break;
        case VisitModel::polygon:
            p.m[0] = k[3], p.m[1] = k[4], p.m[2] = k[5];
            break;
        case VisitModel::cone: {
            const double scale = inverse(k[3] * k[5] - k[4] * k[4]);
            p.m[0] = scale * k[5], p.m[1] = -scale * k[4], p.m[2] = scale * k[3];
            const double half = 0.5 * (k[3] - k[5]);
            p.m[3] = inverse(0.5 * (k[3] + k[5]) + std::sqrt(half * half + k[4] * k[4]));
            break;
        }
        case VisitModel::relaxed: {
            const auto sum = [](double a, double b, double c) {
                return std::abs(a) + std::abs(b) + std::abs(c);
            };
            p.m[0] = inverse(std::max({sum(k[0] + point.compliance, k[1], k[2]), sum(k[1], k[3], k[4]),
                                       sum(k[2], k[4], k[5])}));
            break;
        }
    }
    return p;
}

void SweepBlocks::pack(LiveSystem& system, const LiveOptions& options, double relaxation, Crew* crew,
                       int lanes) {
    kernels_ = &sweep_kernels(lanes);
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
    arrays_.bodies = &system.bodies.data()->velocity.x;
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
    const int width = kernels_->width;
    blocks_.clear(), places_.clear(), body_a_.clear(), body_b_.clear();
    batch_blocks_.assign(1, 0);
    size_t size = 0;
    const auto add = [&](const LiveContact& contact, int lane) {
        if (lane == 0) {
            blocks_.push_back({size, static_cast<int32_t>(body_a_.size()), contact.count});
            size += static_cast<size_t>((sc::header + contact.count * arrays_.point_columns) * width);
            if (columns_.size() < size) columns_.resize(size + size / 2);
            body_a_.resize(body_a_.size() + static_cast<size_t>(width), ~0);
            body_b_.resize(body_b_.size() + static_cast<size_t>(width), ~0);
        }
        fill(system, contact, blocks_.back(), lane);
    };
    for (size_t batch = 0; batch + 1 < batch_contacts_.size(); ++batch) {
        for (int points = 1; points <= 4; ++points) {
            int lane = 0;
            for (int32_t i = batch_contacts_[batch]; i < batch_contacts_[batch + 1]; ++i) {
                if (system.contacts[at(i)].count != points) continue;
                add(system.contacts[at(i)], lane);
                lane = lane + 1 == width ? 0 : lane + 1;
            }
            clear_rest(lane);
        }
        batch_blocks_.push_back(static_cast<int32_t>(blocks_.size()));
    }
}

/// Lanes that no contact fills: nothing in them moves anything.
void SweepBlocks::clear_rest(int lane) {
    if (lane == 0) return;
    const int columns = sc::header + blocks_.back().points * arrays_.point_columns;
    for (; lane < kernels_->width; ++lane)
        for (int column = 0; column < columns; ++column)
            columns_[blocks_.back().columns + static_cast<size_t>(column * kernels_->width + lane)] = 0;
}

void SweepBlocks::fill(const LiveSystem& system, const LiveContact& contact, const SweepBlock& block,
                       int lane) {
    const int width = kernels_->width;
    const LiveBody& a = system.bodies[at(contact.body_a)];
    const LiveBody& b = system.bodies[at(contact.body_b)];
    body_a_[at(block.lanes + lane)] = moves(a) ? contact.body_a : ~contact.body_a;
    body_b_[at(block.lanes + lane)] = moves(b) ? contact.body_b : ~contact.body_b;
    const Lane header{columns_.data() + block.columns + lane, width};
    header.put(sc::normal, contact.normal);
    header.put(sc::tangent_1, contact.tangent_1), header.put(sc::tangent_2, contact.tangent_2);
    header.put(sc::inertia_a, a.inverse_inertia), header.put(sc::inertia_b, b.inverse_inertia);
    header[sc::friction] = contact.friction;
    header[sc::surface] = contact.surface_1, header[sc::surface + 1] = contact.surface_2;
    for (int32_t i = 0; i < contact.count; ++i) {
        const LivePoint& point = system.points[at(contact.first + i)];
        const Lane to{&header[sc::header + i * arrays_.point_columns], width};
        places_.push_back({static_cast<size_t>(to.first - columns_.data()), contact.first + i});
        to.put(sc::arm_a, point.arm_a), to.put(sc::arm_b, point.arm_b);
        VisitPoint<double> visit{};
        if (point.k[0] > 0) visit = visit_point_of(arrays_.model, arrays_.relaxation, point);
        to[sc::visit] = visit.k01, to[sc::visit + 1] = visit.k02, to[sc::visit + 2] = visit.k12;
        to[sc::visit + 3] = visit.normal;
        for (int k = 0; k < 4; ++k) to[sc::visit + 4 + k] = visit.m[k];
        for (int k = 0; k < 3; ++k) to[sc::impulse + k] = visit.impulse[k];
        to[sc::target] = point.target, to[sc::compliance] = point.compliance;
        to[sc::change] = 0;
        if (arrays_.model != VisitModel::polygon) continue;
        for (int k = 0; k < arrays_.axes->count; ++k) to[sc::axis + k] = point.axis_impulse[k];
    }
}

void SweepBlocks::run(Kernel kernel, bool backward) {
    const int grain = std::max(1, contacts_per_task / kernels_->width);
    const size_t batches = batch_blocks_.size() - 1;
    for (size_t i = 0; i < batches; ++i) {
        const size_t batch = backward ? batches - 1 - i : i;
        const int begin = batch_blocks_[batch], count = batch_blocks_[batch + 1] - begin;
        if (crew_) {
            crew_->parallel_for(count, grain, [&](int first, int last) {
                kernel(arrays_, begin + first, begin + last);
            });
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
    const int width = kernels_->width;
    for (const Place& place : places_) {
        LivePoint& point = system.points[at(place.point)];
        const double* from = columns_.data() + place.column;
        for (int k = 0; k < 3; ++k) point.impulse[k] = from[(sc::impulse + k) * width];
        if (arrays_.model != VisitModel::polygon) continue;
        for (int k = 0; k < arrays_.axes->count; ++k) point.axis_impulse[k] = from[(sc::axis + k) * width];
    }
}

}  // namespace cairn
