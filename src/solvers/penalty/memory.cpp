#include "solvers/penalty/memory.hpp"

#include <algorithm>
#include <cstring>
#include <map>

namespace cairn::penalty {

namespace {

constexpr uint32_t format = 0x50454e32;  // "PEN2"

/// Calls visit(field) for all that a contact is made of.
template <typename ContactType, typename Visit>
void visit_fields(ContactType& c, Visit&& visit) {
    visit(c.kind), visit(c.body[0]), visit(c.body[1]), visit(c.feature[0]), visit(c.feature[1]);
    visit(c.vertex_a), visit(c.edge_a), visit(c.vertex_b), visit(c.edge_b), visit(c.face_normal);
    visit(c.radius_a), visit(c.radius_b), visit(c.turning), visit(c.normal), visit(c.side);
    visit(c.stiffness), visit(c.damping), visit(c.rest), visit(c.friction), visit(c.restitution);
    visit(c.belt), visit(c.belt_a), visit(c.belt_b);
    visit(c.tangent_stiffness), visit(c.tangent_damping), visit(c.anchor_a), visit(c.anchor_b);
    visit(c.is_new), visit(c.held), visit(c.sticks), visit(c.active);
}

class Writer {
public:
    std::vector<uint32_t> words;

    void operator()(uint32_t word) { words.push_back(word); }
    void operator()(int number) { words.push_back(static_cast<uint32_t>(number)); }
    void operator()(bool flag) { words.push_back(flag ? 1 : 0); }
    void operator()(ContactKind kind) { words.push_back(static_cast<uint32_t>(kind)); }
    void operator()(double number) {
        uint32_t halves[2];
        std::memcpy(halves, &number, sizeof halves);
        words.insert(words.end(), halves, halves + 2);
    }
    void operator()(Vec3d v) { (*this)(v.x), (*this)(v.y), (*this)(v.z); }
};

class Reader {
public:
    explicit Reader(std::span<const uint32_t> words) : words_(words) {}

    bool good() const { return good_; }
    bool finished() const { return at_ == words_.size(); }
    void operator()(uint32_t& word) { word = next(); }
    void operator()(int& number) { number = static_cast<int>(next()); }
    void operator()(bool& flag) { flag = next() != 0; }
    void operator()(ContactKind& kind) { kind = static_cast<ContactKind>(next() & 3u); }
    void operator()(double& number) {
        const uint32_t halves[2] = {next(), next()};
        std::memcpy(&number, halves, sizeof number);
    }
    void operator()(Vec3d& v) { (*this)(v.x), (*this)(v.y), (*this)(v.z); }

private:
    uint32_t next() {
        good_ = good_ && at_ < words_.size();
        return good_ ? words_[at_++] : 0;
    }
    std::span<const uint32_t> words_;
    std::size_t at_ = 0;
    bool good_ = true;
};

struct SavedPair {
    uint32_t name_a = 0, name_b = 0;
    Pair pair;
};

template <typename Io, typename PairType>
void visit_pair(Io& io, PairType& pair) {
    io(pair.normal);
    uint32_t simplex[9] = {pair.simplex.count};
    for (std::size_t i = 0; i < 4; ++i) {
        simplex[1 + i] = pair.simplex.index_a[i];
        simplex[5 + i] = pair.simplex.index_b[i];
    }
    for (uint32_t& word : simplex) io(word);
    if constexpr (!std::is_const_v<PairType>) {
        pair.simplex.count = static_cast<uint8_t>(std::min(simplex[0], 4u));
        for (std::size_t i = 0; i < 4; ++i) {
            pair.simplex.index_a[i] = static_cast<uint8_t>(simplex[1 + i]);
            pair.simplex.index_b[i] = static_cast<uint8_t>(simplex[5 + i]);
        }
    }
    for (auto& contact : pair.contacts) visit_fields(contact, io);
}

}  // namespace

std::vector<uint32_t> save_memory(const Simulator& s, std::span<const uint32_t> names) {
    Writer out;
    out(format), out(static_cast<int>(s.bodies().size()));
    for (std::size_t i = 0; i < s.bodies().size(); ++i) {
        double y[state_size];
        write_state(s.bodies()[i].state, y);
        for (const double number : y) out(number);
        out(s.step_hints()[i]);
    }
    const auto touching = std::count_if(s.pairs().begin(), s.pairs().end(),
                                        [](const Pair& pair) { return !pair.contacts.empty(); });
    out(static_cast<int>(touching));
    for (const Pair& pair : s.pairs()) {
        if (pair.contacts.empty()) continue;
        out(names[std::size_t(pair.collider_a)]), out(names[std::size_t(pair.collider_b)]);
        out(static_cast<int>(pair.contacts.size()));
        visit_pair(out, pair);
    }
    return std::move(out.words);
}

bool load_memory(Simulator& s, std::span<const uint32_t> names, std::span<const uint32_t> words) {
    Reader in(words);
    uint32_t mark = 0;
    int bodies = 0, pairs = 0;
    in(mark), in(bodies);
    if (!in.good() || mark != format || bodies < 0 || std::size_t(bodies) > words.size()) return false;
    std::vector<std::array<double, state_size + 1>> states(static_cast<std::size_t>(bodies));
    for (auto& state : states)
        for (double& number : state) in(number);
    in(pairs);
    if (!in.good() || pairs < 0 || std::size_t(pairs) > words.size()) return false;
    std::vector<SavedPair> saved(static_cast<std::size_t>(pairs));
    for (SavedPair& pair : saved) {
        int contacts = 0;
        in(pair.name_a), in(pair.name_b), in(contacts);
        if (!in.good() || contacts < 0 || std::size_t(contacts) > words.size()) return false;
        pair.pair.contacts.resize(static_cast<std::size_t>(contacts));
        visit_pair(in, pair.pair);
    }
    if (!in.good() || !in.finished()) return false;

    for (std::size_t i = 0; i < states.size() && i < s.bodies().size(); ++i)
        s.restore_body(static_cast<int>(i), read_state(states[i].data()), states[i][state_size]);
    std::map<uint32_t, int> places;
    for (std::size_t i = 0; i < names.size(); ++i) places[names[i]] = static_cast<int>(i);
    std::vector<Pair> restored;
    for (SavedPair& pair : saved) {
        const auto a = places.find(pair.name_a), b = places.find(pair.name_b);
        if (a == places.end() || b == places.end() || a->second > b->second) continue;
        pair.pair.collider_a = a->second;
        pair.pair.collider_b = b->second;
        restored.push_back(std::move(pair.pair));
    }
    s.restore_pairs(std::move(restored));
    return true;
}

}  // namespace cairn::penalty
