#include "lab/live_islands.hpp"

#include <algorithm>

#include <cairn/error.hpp>

namespace cairn::lab {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int root_of(std::vector<int>& parent, int i) {
    while (parent[at(i)] != i) i = parent[at(i)] = parent[at(parent[at(i)])];
    return i;
}

double ratio_of(const LiveBody& a, const LiveBody& b) {
    if (!(a.inverse_mass > 0 && b.inverse_mass > 0)) return 1;
    return std::max(a.inverse_mass, b.inverse_mass) / std::min(a.inverse_mass, b.inverse_mass);
}

/// The island that a pair belongs to; -1 where neither body moves.
int island_of(const std::vector<int>& island, int a, int b) { return std::max(island[at(a)], island[at(b)]); }

int island_of(const std::vector<int>& island, const LiveSystem& system, const LiveRow& row) {
    int found = -1;
    visit_row_bodies(system, row, [&](int body) { found = std::max(found, island[at(body)]); });
    return found;
}

/// Impulses and velocities of an island's own solve go back to where they came from.
void copy_back(const LiveSystem& part, const std::vector<int>& island, int wanted, LiveSystem& system) {
    std::size_t body = 1, point = 0, row = 0;
    for (std::size_t i = 1; i < system.bodies.size(); ++i) {
        if (island[i] != wanted && island[i] >= 0) continue;
        const LiveBody& from = part.bodies[body++];
        if (island[i] == wanted)
            system.bodies[i].velocity = from.velocity, system.bodies[i].angular = from.angular;
    }
    for (const LiveContact& contact : system.contacts) {
        if (island_of(island, contact.body_a, contact.body_b) != wanted) continue;
        for (int k = 0; k < contact.count; ++k) system.points[at(contact.first + k)] = part.points[point++];
    }
    for (LiveRow& to : system.rows)
        if (island_of(island, system, to) == wanted) to.impulse = part.rows[row++].impulse;
}

}  // namespace

void IslandChoice::visit(StageParameters& p) {
    p.word("strong", strong,
           {"none", "pgs", "si", "jacobi", "pgd", "apgd", "mprgp", "nncg", "newton", "interior", "direct",
            "robust"},
           "a stronger solver for islands that need it");
    p.number("strong_mass_ratio", mass_ratio, 1, 1e30,
             "islands with a larger ratio of neighbours' masses need it");
    p.number("strong_residual", residual, 0, 1e30,
             "islands with a larger residual after the first solve need it, m/s");
    p.integer("strong_iterations", iterations, 1, 1000000, "of the stronger solver");
    p.number("strong_tolerance", tolerance, 0, 1e30, "of the stronger solver");
}

void IslandChoice::check(const std::string& solver) const {
    const bool bounded = mass_ratio < 1e30 || residual < 1e30;
    if (chosen() && !bounded)
        throw Error(solver + ": strong=" + strong +
                    " needs strong_mass_ratio or strong_residual to say when");
    if (!chosen() && bounded)
        throw Error(solver + ": strong_mass_ratio and strong_residual need strong to say which solver");
}

std::vector<int> islands_of(const LiveSystem& system, int& count) {
    std::vector<int> parent(system.bodies.size());
    for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = static_cast<int>(i);
    const auto join = [&](int a, int b) {
        if (!(system.bodies[at(a)].inverse_mass > 0 && system.bodies[at(b)].inverse_mass > 0)) return;
        const int x = root_of(parent, a), y = root_of(parent, b);
        parent[at(std::max(x, y))] = std::min(x, y);
    };
    for (const LiveContact& contact : system.contacts) join(contact.body_a, contact.body_b);
    for (const LiveRow& row : system.rows)
        visit_row_bodies(system, row,
                         [&](int i) { visit_row_bodies(system, row, [&](int k) { join(i, k); }); });
    std::vector<int> island(system.bodies.size(), -1);
    count = 0;
    for (std::size_t i = 0; i < island.size(); ++i) {
        if (!(system.bodies[i].inverse_mass > 0)) continue;
        const int root = root_of(parent, static_cast<int>(i));
        island[i] = root == static_cast<int>(i) ? count++ : island[at(root)];
    }
    return island;
}

LiveSystem island_part(const LiveSystem& system, const std::vector<int>& island, int wanted) {
    LiveSystem part;
    part.h = system.h;
    std::vector<int> number(system.bodies.size(), 0);
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
        if (i > 0 && island[i] != wanted && island[i] >= 0) continue;
        number[i] = static_cast<int>(part.bodies.size());
        part.bodies.push_back(system.bodies[i]);
    }
    for (const LiveContact& contact : system.contacts) {
        if (island_of(island, contact.body_a, contact.body_b) != wanted) continue;
        LiveContact copy = contact;
        copy.body_a = number[at(contact.body_a)], copy.body_b = number[at(contact.body_b)];
        copy.first = static_cast<int>(part.points.size());
        for (int k = 0; k < contact.count; ++k) part.points.push_back(system.points[at(contact.first + k)]);
        part.contacts.push_back(copy);
    }
    for (const LiveRow& row : system.rows) {
        if (island_of(island, system, row) != wanted) continue;
        LiveRow copy = row;
        if (row.more >= 0) {
            copy.more = static_cast<int>(part.more.size());
            part.more.push_back(system.more[at(row.more)]);
            for (int& body : part.more.back().body) body = number[at(body)];
        }
        copy.body_a = number[at(row.body_a)], copy.body_b = number[at(row.body_b)];
        part.rows.push_back(copy);
    }
    return part;
}

std::vector<bool> IslandSolver::find_hard(const LiveSystem& system, const LiveOptions& options,
                                          const std::vector<int>& island, int count) const {
    std::vector<bool> hard(at(count), false);
    const auto look = [&](int a, int b) {
        const int k = island_of(island, a, b);
        if (k >= 0 && ratio_of(system.bodies[at(a)], system.bodies[at(b)]) > choice_.mass_ratio)
            hard[at(k)] = true;
    };
    for (const LiveContact& contact : system.contacts) look(contact.body_a, contact.body_b);
    for (const LiveRow& row : system.rows)
        visit_row_bodies(system, row,
                         [&](int i) { visit_row_bodies(system, row, [&](int k) { look(i, k); }); });
    if (choice_.residual >= 1e30) return hard;
    std::vector<double> residual;
    live_residual(system, options, &residual);
    for (std::size_t i = 0; i < island.size(); ++i)
        if (island[i] >= 0 && residual[i] > choice_.residual) hard[at(island[i])] = true;
    return hard;
}

void IslandSolver::solve(LiveSystem& system, const LiveOptions& options, LiveWork& work) {
    const Buffer<LiveBody> free = system.bodies;
    first_->solve(system, options, work);
    int count = 0;
    const std::vector<int> island = islands_of(system, count);
    const std::vector<bool> hard = find_hard(system, options, island, count);
    for (int k = 0; k < count; ++k) {
        if (!hard[at(k)]) continue;
        // free velocities, and the first solver's impulses to start from
        LiveSystem part = island_part(system, island, k);
        std::size_t body = 1;
        for (std::size_t i = 1; i < free.size(); ++i)
            if (island[i] == k || island[i] < 0) part.bodies[body++] = free[i];
        strong_->solve(part, strong_options_, work);
        copy_back(part, island, k, system);
        ++work.switched_islands;
    }
}

}  // namespace cairn::lab
