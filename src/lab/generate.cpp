#include "lab/generate.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <map>

namespace cairn::lab {
namespace {

using rows::InverseMass;
using rows::Six;

constexpr double gravity = 9.81;

InverseMass<double> box_mass(double mass, const Vector3& half) {
    const Vector3 size = 2.0 * half;
    InverseMass<double> result;
    result.mass = 1.0 / mass;
    result.inertia = {12.0 / (mass * (size[1] * size[1] + size[2] * size[2])), 0, 0, 0,
                      12.0 / (mass * (size[0] * size[0] + size[2] * size[2])), 0, 0, 0,
                      12.0 / (mass * (size[0] * size[0] + size[1] * size[1]))};
    return result;
}

Six<double> point_row(const Vector3& axis, const Vector3& arm, double sign) {
    const Vector3 turn = arm.cross(axis);
    return {sign * axis[0], sign * axis[1], sign * axis[2], sign * turn[0], sign * turn[1], sign * turn[2]};
}

/// Three rows (Catto eq. 18 and 23-24) for a point with normal from body `first` (0: ground) to body
/// `second`.
void add_contact(rows::SparseRows<double>& target, int first, int second, const Vector3& normal,
                 const Vector3& arm_first, const Vector3& arm_second) {
    const Vector3 helper = std::abs(normal[0]) < 0.6 ? Vector3::UnitX() : Vector3::UnitY();
    const Vector3 tangent_1 = normal.cross(helper).normalized();
    const Vector3 tangent_2 = normal.cross(tangent_1);
    for (const Vector3& axis : {normal, tangent_1, tangent_2}) {
        target.add_row(first, second, point_row(axis, arm_first, -1.0), point_row(axis, arm_second, 1.0));
    }
}

/// Four contacts at the corners of a rectangle (in x and z) centred at `centre` between a lower and an upper
/// box.
void add_patch(ContactSystem& system, int lower, int upper, const Vector3& centre, double half_x,
               double half_z, const Vector3& lower_position, const Vector3& upper_position, double mu,
               std::vector<double>& all_mu) {
    for (double sx : {-1.0, 1.0}) {
        for (double sz : {-1.0, 1.0}) {
            const Vector3 point = centre + Vector3(sx * half_x, 0.0, sz * half_z);
            add_contact(system.rows, lower, upper, Vector3::UnitY(), point - lower_position,
                        point - upper_position);
            all_mu.push_back(mu);
        }
    }
}

void finish(ContactSystem& system, const std::vector<double>& mu) {
    system.rows.build_B(system.inverse_mass);
    system.mu = Eigen::Map<const Vector>(mu.data(), static_cast<Index>(mu.size()));
}

}  // namespace

std::uint64_t Random::bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

double Random::uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1.0p-53);
}

int Random::integer(int low, int high) {
    return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
}

double Random::normal() {
    double sum = 0.0;
    for (int k = 0; k < 12; ++k) sum += uniform(-0.5, 0.5);
    return sum;
}

Vector3 Random::direction() {
    Vector3 v;
    do {
        v = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
    } while (v.squaredNorm() > 1.0 || v.squaredNorm() < 1e-4);
    return v.normalized();
}

ContactProblem ContactSystem::reduce(const std::string& name) const {
    const int contacts = static_cast<int>(mu.size());
    std::map<int, std::vector<int>> contacts_of_body;
    for (int c = 0; c < contacts; ++c) {
        for (int body : rows.J_map[static_cast<std::size_t>(3 * c)]) {
            if (body > 0) contacts_of_body[body].push_back(c);
        }
    }
    std::vector<BlockMatrix::Entry> entries;
    for (const auto& [body, list] : contacts_of_body) {
        for (int c : list) {
            for (int d : list) {
                BlockMatrix::Entry entry{c, d, Matrix3::Zero()};
                for (int i = 0; i < 3; ++i) {
                    for (int j = 0; j < 3; ++j) {
                        const auto row = static_cast<std::size_t>(3 * c + i);
                        const auto column = static_cast<std::size_t>(3 * d + j);
                        const std::size_t side_row = rows.J_map[row][0] == body ? 0 : 1;
                        const std::size_t side_column = rows.J_map[column][0] == body ? 0 : 1;
                        entry.block(i, j) =
                            rows::dot(rows.J_sp[row][side_row], rows.B_sp[column][side_column]);
                    }
                }
                entries.push_back(entry);
            }
        }
    }
    ContactProblem problem;
    problem.name = name;
    problem.W = BlockMatrix(contacts, std::move(entries));
    const std::vector<double> velocity = constraint_velocity(rows, free_velocity);
    problem.q = Eigen::Map<const Vector>(velocity.data(), static_cast<Index>(velocity.size()));
    problem.mu = mu;
    return problem;
}

ContactSystem random_system(Random& random, const RandomSystem& shape) {
    ContactSystem system;
    system.rows.bodies = shape.bodies;
    system.inverse_mass.resize(static_cast<std::size_t>(shape.bodies) + 1);
    system.free_velocity.resize(static_cast<std::size_t>(shape.bodies) + 1, Six<double>{});
    for (std::size_t b = 1; b <= static_cast<std::size_t>(shape.bodies); ++b) {
        const double share = random.uniform(-0.5, 0.5);
        const double mass = std::pow(shape.mass_ratio, share);  // same-bits: a given number, no world's state
        system.inverse_mass[b] = box_mass(mass, {random.uniform(0.2, 0.8), random.uniform(0.2, 0.8), 0.5});
        for (double& component : system.free_velocity[b]) component = random.normal();
        system.free_velocity[b][1] -= 1.0;
    }
    std::vector<double> mu;
    for (int c = 0; c < shape.contacts; ++c) {
        const bool repeat = c > 0 && random.uniform(0, 1) < shape.repeated;
        int second = random.integer(1, shape.bodies);
        int first = random.uniform(0, 1) < shape.to_ground ? 0 : random.integer(0, shape.bodies);
        if (repeat) {
            const auto& pair = system.rows.J_map[static_cast<std::size_t>(3 * random.integer(0, c - 1))];
            first = pair[0];
            second = pair[1];
        }
        if (first == second) first = 0;
        const Vector3 normal = first == 0 ? Vector3::UnitY() : random.direction();
        add_contact(system.rows, first, second, normal, 0.5 * random.direction(), 0.5 * random.direction());
        mu.push_back(random.uniform(shape.mu_low, shape.mu_high));
    }
    finish(system, mu);
    return system;
}

ContactSystem box_tower(const Tower& tower) {
    ContactSystem system;
    system.rows.bodies = tower.boxes;
    system.inverse_mass.resize(static_cast<std::size_t>(tower.boxes) + 1);
    system.free_velocity.resize(static_cast<std::size_t>(tower.boxes) + 1, Six<double>{});
    std::vector<double> mu;
    const Vector3 half(0.5, 0.5, 0.5);
    for (int b = 1; b <= tower.boxes; ++b) {
        const auto body = static_cast<std::size_t>(b);
        const double height = tower.boxes > 1 ? static_cast<double>(b - 1) / (tower.boxes - 1) : 0.0;
        const double mass =
            std::pow(tower.mass_ratio, height);  // same-bits: a given number, no world's state
        system.inverse_mass[body] = box_mass(mass, half);
        system.free_velocity[body] = {tower.push, -gravity * tower.time_step, 0, 0, tower.twist, 0};
        const Vector3 position(0.0, b - 0.5, 0.0);
        const Vector3 below(0.0, b - 1.5, 0.0);
        add_patch(system, b - 1, b, {0.0, b - 1.0, 0.0}, 0.5, 0.5, below, position, tower.mu, mu);
    }
    finish(system, mu);
    return system;
}

ContactSystem brick_wall(const Wall& wall) {
    ContactSystem system;
    system.rows.bodies = wall.columns * wall.rows;
    system.inverse_mass.resize(static_cast<std::size_t>(system.rows.bodies) + 1,
                               box_mass(1.0, {0.5, 0.25, 0.25}));
    system.free_velocity.resize(static_cast<std::size_t>(system.rows.bodies) + 1, Six<double>{});
    std::vector<double> mu;
    const auto position = [&](int row, int column) {
        return Vector3(column + 0.5 * (row % 2), 0.5 * row + 0.25, 0.0);
    };
    for (int row = 0; row < wall.rows; ++row) {
        for (int column = 0; column < wall.columns; ++column) {
            const int body = 1 + row * wall.columns + column;
            system.free_velocity[static_cast<std::size_t>(body)] = {
                wall.push, -gravity * wall.time_step, 0, 0, 0, 0};
            const Vector3 here = position(row, column);
            const Vector3 floor(here[0], 0.5 * row, 0.0);
            if (row == 0) {
                add_patch(system, 0, body, floor, 0.5, 0.25, floor, here, wall.mu, mu);
                continue;
            }
            for (int other = 0; other < wall.columns; ++other) {
                const Vector3 there = position(row - 1, other);
                if (std::abs(there[0] - here[0]) > 0.75) continue;
                const Vector3 centre(0.5 * (here[0] + there[0]), 0.5 * row, 0.0);
                const int below = 1 + (row - 1) * wall.columns + other;
                add_patch(system, below, body, centre, 0.25, 0.25, there, here, wall.mu, mu);
            }
        }
    }
    finish(system, mu);
    return system;
}

ContactProblem with_noise(const ContactProblem& problem, Random& random, double relative) {
    const BlockMatrix& W = problem.W;
    std::vector<BlockMatrix::Entry> entries;
    for (int row = 0; row < W.block_count(); ++row) {
        for (int slot = W.row_begin(row); slot < W.row_end(row); ++slot) {
            BlockMatrix::Entry entry{row, W.column(slot), W.block(slot)};
            for (int k = 0; k < 9; ++k)
                entry.block(k / 3, k % 3) *= 1.0 + relative * random.uniform(-1.0, 1.0);
            entries.push_back(entry);
        }
    }
    ContactProblem noisy = problem;
    noisy.W = BlockMatrix(W.block_count(), std::move(entries));
    return noisy;
}

}  // namespace cairn::lab
