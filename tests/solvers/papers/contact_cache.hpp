#pragma once
// Algorithm 5 of Catto 2005: contact impulses carried from step to step. The cache is rebuilt from scratch
// after each step; a pair of primitives is one entry whichever of the two asks; a miss starts from zero.
// Points are recognised by one of three identifiers (section 8.2): world position, local position, or the
// labels of the incident edges.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace cairn::lab::rows {

enum class MatchBy { world_position, local_position, edge_labels };

struct ContactKey {
    std::array<double, 3> world{};
    std::array<double, 3> local{};  // in the frame of the primitive with the smaller id
    std::uint64_t labels = 0;
};

struct CachedImpulse {
    double normal = 0;
    double tangent_1 = 0;
    double tangent_2 = 0;
};

class ContactCache {
public:
    explicit ContactCache(MatchBy match_by, double tolerance = 0.02)
        : match_by_(match_by), tolerance_(tolerance) {}

    /// The impulse of the matching point: with positions the first one within the tolerance (which may alias:
    /// a point can borrow its neighbour's impulse), with labels the one and only.
    std::optional<CachedImpulse> find(std::uint32_t a, std::uint32_t b, const ContactKey& key) {
        const auto pair = pairs_.find(ordered(a, b));
        if (pair != pairs_.end()) {
            for (const Entry& entry : pair->second) {
                if (matches(entry.key, key)) {
                    ++hits_;
                    return entry.impulse;
                }
            }
        }
        ++misses_;
        return std::nullopt;
    }

    /// "destroy old contact cache, create new contact cache".
    void rebuild() {
        pairs_.clear();
        hits_ = 0;
        misses_ = 0;
    }

    void store(std::uint32_t a, std::uint32_t b, const ContactKey& key, const CachedImpulse& impulse) {
        pairs_[ordered(a, b)].push_back({key, impulse});
    }

    std::size_t hits() const { return hits_; }
    std::size_t misses() const { return misses_; }

private:
    struct Entry {
        ContactKey key;
        CachedImpulse impulse;
    };

    static std::pair<std::uint32_t, std::uint32_t> ordered(std::uint32_t a, std::uint32_t b) {
        return a < b ? std::pair(a, b) : std::pair(b, a);
    }

    bool near(const std::array<double, 3>& p, const std::array<double, 3>& q) const {
        const double dx = p[0] - q[0];
        const double dy = p[1] - q[1];
        const double dz = p[2] - q[2];
        return dx * dx + dy * dy + dz * dz <= tolerance_ * tolerance_;
    }

    bool matches(const ContactKey& stored, const ContactKey& asked) const {
        switch (match_by_) {
            case MatchBy::world_position:
                return near(stored.world, asked.world);
            case MatchBy::local_position:
                return near(stored.local, asked.local);
            case MatchBy::edge_labels:
                return stored.labels == asked.labels;
        }
        return false;
    }

    MatchBy match_by_;
    double tolerance_;
    std::size_t hits_ = 0;
    std::size_t misses_ = 0;
    // An ordered map: nothing here may depend on addresses or hash order.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Entry>> pairs_;
};

}  // namespace cairn::lab::rows
