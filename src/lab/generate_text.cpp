#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

#include "base/suggest.hpp"
#include "lab/generate.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn::lab {
namespace {

const std::vector<std::string> generators = {"random", "tower", "wall"};

/// key=value pairs that are numbers; what nobody asked for is an error.
class Numbers {
public:
    explicit Numbers(const std::string& text) {
        std::istringstream stream(text);
        std::string piece;
        while (std::getline(stream, piece, ',')) {
            const std::size_t equals = piece.find('=');
            double value = 0.0;
            const char* end = piece.data() + piece.size();
            const char* start = piece.data() + (equals == std::string::npos ? 0 : equals + 1);
            const auto parsed = std::from_chars(start, end, value);
            if (equals == std::string::npos || parsed.ptr != end || parsed.ec != std::errc() ||
                !std::isfinite(value)) {
                throw std::invalid_argument("'" + piece + "' is not of the form key=number");
            }
            if (!values_.emplace(piece.substr(0, equals), value).second)
                throw std::invalid_argument("'" + piece.substr(0, equals) + "' is given twice");
        }
    }
    double take(const std::string& key, double fallback, double least, double most) {
        known_.push_back(key);
        const auto found = values_.find(key);
        if (found == values_.end()) return fallback;
        const double value = found->second;
        values_.erase(found);
        if (value < least || value > most)
            throw std::invalid_argument(key + " must be " + short_number(least) + " to " +
                                        short_number(most) + ", got " + short_number(value));
        return value;
    }
    double whole(const std::string& key, double fallback, double least, double most) {
        const double value = take(key, fallback, least, most);
        if (value != std::floor(value))
            throw std::invalid_argument(key + " must be a whole number, got " + short_number(value));
        return value;
    }
    int count(const std::string& key, int fallback, int most) {
        return static_cast<int>(whole(key, fallback, 1, most));
    }
    void done() const {
        if (values_.empty()) return;
        const std::string& key = values_.begin()->first;
        const std::string near = nearest_name(key, known_);
        throw std::invalid_argument("unknown parameter '" + key + "'" +
                                    (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }

private:
    std::map<std::string, double> values_;
    std::vector<std::string> known_;
};

ContactSystem build(const std::string& kind, Numbers& numbers) {
    if (kind == "random") {
        Random random(static_cast<std::uint64_t>(numbers.whole("seed", 1, 0, 1e15)));
        RandomSystem shape;
        shape.bodies = numbers.count("bodies", 5, 1000000);
        shape.contacts = numbers.count("contacts", 8, 1000000);
        shape.mass_ratio = numbers.take("mass_ratio", 10.0, 1.0, 1e12);
        shape.mu_low = numbers.take("mu_low", 0.0, 0.0, 1e6);
        shape.mu_high = numbers.take("mu_high", std::max(1.0, shape.mu_low), shape.mu_low, 1e6);
        return random_system(random, shape);
    }
    if (kind == "tower") {
        Tower tower;
        tower.boxes = numbers.count("boxes", 10, 1000000);
        tower.mass_ratio = numbers.take("mass_ratio", 1.0, 1e-12, 1e12);
        tower.mu = numbers.take("mu", 0.5, 0.0, 1e6);
        tower.push = numbers.take("push", 0.0, -1e6, 1e6);
        tower.twist = numbers.take("twist", 0.0, -1e6, 1e6);
        return box_tower(tower);
    }
    Wall wall;
    wall.columns = numbers.count("columns", 5, 10000);
    wall.rows = numbers.count("rows", 5, 10000);
    wall.mu = numbers.take("mu", 0.5, 0.0, 1e6);
    wall.push = numbers.take("push", 0.0, -1e6, 1e6);
    return brick_wall(wall);
}

}  // namespace

bool names_generator(const std::string& text) {
    const std::string head = text.substr(0, text.find(':'));
    for (const std::string& name : generators) {
        if (head == name) return true;
    }
    return false;
}

ContactProblem generate_problem(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    if (!names_generator(text)) {
        const std::string unknown = unknown_word("problem", kind, generators);
        const bool guessed = unknown.back() == '?';
        throw std::invalid_argument(unknown + (guessed ? "" : "; a file's name ends in .dat or .hdf5"));
    }
    try {
        Numbers numbers(colon == std::string::npos ? std::string() : text.substr(colon + 1));
        const ContactSystem system = build(kind, numbers);
        numbers.done();
        return system.reduce(text);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(kind + ": " + error.what());
    }
}

}  // namespace cairn::lab
