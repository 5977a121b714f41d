#pragma once
// Contact problems made to order, for tests and experiments: the same seed gives the same problem everywhere.

#include <cstdint>
#include <string>

#include "solvers/frozen/problem.hpp"
#include "solvers/rows/sparse_rows.hpp"

namespace cairn::lab {

/// A small counter-based random source (splitmix64): the standard library's distributions differ between
/// vendors.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits();
    /// Uniform in [low, high).
    double uniform(double low, double high);
    /// Integer in [low, high].
    int integer(int low, int high);
    double normal();
    Vector3 direction();

private:
    std::uint64_t state_;
};

/// A system of bodies and contacts before it is reduced to W: what rows solvers need and contact problems
/// come from.
struct ContactSystem {
    rows::SparseRows<double> rows;  // three rows a contact: normal, tangent, tangent
    std::vector<rows::InverseMass<double>> inverse_mass;
    std::vector<rows::Six<double>> free_velocity;
    Vector mu;

    /// W = J M^-1 J^T, q = J v_free.
    ContactProblem reduce(const std::string& name) const;
};

struct RandomSystem {
    int bodies = 5;
    int contacts = 8;
    double mass_ratio = 10.0;  ///< masses are spread over this factor
    double mu_low = 0.0;
    double mu_high = 1.0;
    double to_ground = 0.3;  ///< part of the contacts that touch the ground
    double repeated = 0.2;   ///< part of the contacts that sit on an earlier one's pair (redundant)
};
ContactSystem random_system(Random& random, const RandomSystem& shape);

struct Tower {
    int boxes = 10;
    double mass_ratio = 1.0;  ///< mass of the top box over the bottom one
    double mu = 0.5;
    double push = 0.0;   ///< horizontal speed given to every box
    double twist = 0.0;  ///< spin given to every box
    double time_step = 1.0 / 60.0;
};
/// Boxes on top of each other, four contacts an interface: redundant, badly conditioned, at rest without
/// push.
ContactSystem box_tower(const Tower& tower);

struct Wall {
    int columns = 5;
    int rows = 5;
    double mu = 0.5;
    double push = 0.0;
    double time_step = 1.0 / 60.0;
};
/// Bricks in bond: each rests on two below, four contacts an overlap.
ContactSystem brick_wall(const Wall& wall);

/// The same problem with every block of W off by the given relative noise, as files of real programs are: no
/// longer exactly symmetric.
ContactProblem with_noise(const ContactProblem& problem, Random& random, double relative);

/// "random:seed=1,bodies=5,contacts=8,mass_ratio=10", "tower:boxes=10,mass_ratio=1,mu=0.5,push=0",
/// "wall:columns=5,rows=5,mu=0.5". Throws std::invalid_argument on anything else.
ContactProblem generate_problem(const std::string& text);
/// True when the text starts with a generator's name and a colon, or is one.
bool names_generator(const std::string& text);

}  // namespace cairn::lab
