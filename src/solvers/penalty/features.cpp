#include "solvers/penalty/features.hpp"

#include <algorithm>

namespace cairn::penalty {

namespace {

constexpr double aligned = 0.8;  // cosine: a feature's own normal against the pair's
constexpr double parallel_sine =
    0.03;  // edges nearer to parallel than this have no normal of their own (6.6)
// Two equal boxes one on the other have all their vertices on the rim of the other's face: without some slack
// each tremble would trade contacts. A vertex may be this far beside its face, and where vertices of both
// bodies, or a vertex and a crossing, are this near to each other they make one contact (m).
constexpr double rim = 1e-3;

/// One shape in the world.
struct Placed {
    const Collider& collider;
    const Frame& frame;
    std::vector<Vec3d> vertices;
    std::vector<char> near;  // vertices within the margin of the other shape, along the normal

    Placed(const Collider& c, const Frame& f) : collider(c), frame(f) {
        for (const Vec3d& v : c.polytope.vertices) vertices.push_back(f.position + f.rotation * v);
    }
    double radius() const { return collider.polytope.radius; }
    Vec3d local(Vec3d world) const { return transpose_times(frame.rotation, world - frame.position); }
};

class Finder {
public:
    Finder(const Collider& a, const Frame& frame_a, const Collider& b, const Frame& frame_b, Vec3d normal,
           double margin, bool turning)
        : a_(a, frame_a), b_(b, frame_b), normal_(normal), margin_(margin), turning_(turning) {
        const double top = support_height(b.polytope, frame_b, normal);
        const double bottom = -support_height(a.polytope, frame_a, -normal);
        for (const Vec3d& v : a_.vertices) a_.near.push_back(dot(normal, v) - a_.radius() < top + margin);
        for (const Vec3d& v : b_.vertices) b_.near.push_back(dot(normal, v) + b_.radius() > bottom - margin);
    }

    std::vector<Contact> find(const Nearest& found) {
        vertices_over_faces(a_, b_, normal_);
        vertices_over_faces(b_, a_, -normal_);
        crossing_edges();
        if (a_.collider.polytope.faces.empty() && b_.collider.polytope.faces.empty() && contacts_.empty()) {
            vertices_beside_edges(a_, b_, normal_);
            vertices_beside_edges(b_, a_, -normal_);
        }
        if (contacts_.empty()) add_nearest(found);
        return std::move(contacts_);
    }

private:
    Contact start(ContactKind kind, const Placed& first, const Placed& second, Vec3d normal) const {
        Contact c;
        c.kind = kind;
        c.body = {first.collider.body, second.collider.body};
        c.radius_a = first.radius();
        c.radius_b = second.radius();
        c.normal = normal;
        return c;
    }

    /// Where the face is nearest in direction to the normal, among those that have the vertex over them.
    int face_below(const Placed& owner, Vec3d vertex, Vec3d normal) const {
        int best = -1;
        double best_cosine = aligned;
        const auto& faces = owner.collider.polytope.faces;
        for (std::size_t f = 0; f < faces.size(); ++f) {
            const Vec3d n = owner.frame.rotation * faces[f].normal;
            const double cosine = dot(n, normal);
            if (cosine <= best_cosine || !over(owner, faces[f], n, vertex)) continue;
            best = static_cast<int>(f);
            best_cosine = cosine;
        }
        return best;
    }

    static bool over(const Placed& owner, const Polytope::Face& face, Vec3d n, Vec3d vertex) {
        for (std::size_t i = 0; i < face.loop.size(); ++i) {
            const Vec3d p = owner.vertices[std::size_t(face.loop[i])];
            const Vec3d q = owner.vertices[std::size_t(face.loop[(i + 1) % face.loop.size()])];
            const Vec3d outward = cross(q - p, n);
            if (dot(outward, vertex - p) > rim * length(outward)) return false;
        }
        return true;
    }

    void vertices_over_faces(const Placed& first, const Placed& second, Vec3d normal) {
        const std::size_t before = contacts_.size();
        for (std::size_t i = 0; i < first.vertices.size(); ++i) {
            if (!first.near[i]) continue;
            const Vec3d vertex = first.vertices[i];
            const int face = face_below(second, vertex, normal);
            if (face < 0) continue;
            const Polytope::Face& plane = second.collider.polytope.faces[std::size_t(face)];
            const Vec3d n = second.frame.rotation * plane.normal;
            const double height = dot(n, vertex - second.frame.position) - plane.offset;
            if (first.radius() - height < -margin_) continue;
            const Vec3d foot = vertex - height * n;
            if (taken(foot, before)) continue;
            Contact c = start(ContactKind::vertex_face, first, second, n);
            c.feature = {static_cast<int>(i), face};
            c.vertex_a = first.collider.polytope.vertices[i];
            c.vertex_b = second.local(foot);
            c.face_normal = plane.normal;
            c.turning = turning_;
            points_.push_back(foot);
            contacts_.push_back(c);
        }
    }

    /// There is a contact here already, seen along the normal.
    bool taken(Vec3d point, std::size_t before) const {
        return std::any_of(points_.begin(), points_.begin() + std::ptrdiff_t(before),
                           [&](Vec3d p) { return length(cross(p - point, normal_)) < 1.5 * rim; });
    }

    void crossing_edges() {
        const auto &edges_a = a_.collider.polytope.edges, &edges_b = b_.collider.polytope.edges;
        for (std::size_t i = 0; i < edges_a.size(); ++i) {
            if (!a_.near[std::size_t(edges_a[i].a)] || !a_.near[std::size_t(edges_a[i].b)]) continue;
            for (std::size_t j = 0; j < edges_b.size(); ++j) {
                if (!b_.near[std::size_t(edges_b[j].a)] || !b_.near[std::size_t(edges_b[j].b)]) continue;
                add_crossing(static_cast<int>(i), static_cast<int>(j));
            }
        }
    }

    void add_crossing(int i, int j) {
        const Polytope::Edge ea = a_.collider.polytope.edges[std::size_t(i)];
        const Polytope::Edge eb = b_.collider.polytope.edges[std::size_t(j)];
        const Vec3d p = a_.vertices[std::size_t(ea.a)], u = a_.vertices[std::size_t(ea.b)] - p;
        const Vec3d q = b_.vertices[std::size_t(eb.a)], w = b_.vertices[std::size_t(eb.b)] - q;
        const Vec3d across = cross(u, w);
        const double sine = length(across) / (length(u) * length(w));
        if (sine < parallel_sine) return;
        const double side = dot(across, normal_) < 0 ? -1 : 1;
        const Vec3d n = (side / length(across)) * across;
        if (dot(n, normal_) < aligned) return;
        // Parameters of the crossing seen along n.
        const Vec3d gap = q - p;
        const double squared = dot(across, across);
        const double s = dot(cross(gap, w), across) / squared, t = dot(cross(gap, u), across) / squared;
        const double end = 1e-9;
        if (s <= end || s >= 1 - end || t <= end || t >= 1 - end) return;
        const Vec3d on_a = p + s * u, on_b = q + t * w;
        if (a_.radius() + b_.radius() - dot(n, on_a - on_b) < -margin_ || taken(on_b, points_.size())) return;
        Contact c = start(ContactKind::edge_edge, a_, b_, n);
        c.feature = {i, j};
        c.vertex_a = a_.local(on_a);
        c.vertex_b = b_.local(on_b);
        c.edge_a = transpose_times(a_.frame.rotation, u);
        c.edge_b = transpose_times(b_.frame.rotation, w);
        c.side = side;
        c.turning = turning_;
        points_.push_back(on_b);
        contacts_.push_back(c);
    }

    /// Two capsules side by side.
    void vertices_beside_edges(const Placed& first, const Placed& second, Vec3d normal) {
        for (std::size_t i = 0; i < first.vertices.size(); ++i)
            for (std::size_t j = 0; j < second.collider.polytope.edges.size(); ++j) {
                const Polytope::Edge e = second.collider.polytope.edges[j];
                const Vec3d q = second.vertices[std::size_t(e.a)], w = second.vertices[std::size_t(e.b)] - q;
                const double t = dot(first.vertices[i] - q, w) / dot(w, w);
                if (t < 0 || t > 1) continue;
                const Vec3d on_b = q + t * w, apart = first.vertices[i] - on_b;
                const double size = length(apart);
                if (!(dot(apart, normal) > aligned * size) ||
                    first.radius() + second.radius() - size < -margin_ || taken(on_b, points_.size()))
                    continue;
                add_vertex_edge(first, int(i), second, int(j), on_b, apart / size, true);
            }
    }

    void add_vertex_edge(const Placed& first, int vertex, const Placed& second, int edge, Vec3d on_b, Vec3d n,
                         bool may_turn) {
        Contact c = start(ContactKind::vertex_edge, first, second, n);
        const Polytope::Edge e = second.collider.polytope.edges[std::size_t(edge)];
        c.feature = {vertex, edge};
        c.vertex_a = first.collider.polytope.vertices[std::size_t(vertex)];
        c.vertex_b = second.local(on_b);
        c.edge_b = second.collider.polytope.vertices[std::size_t(e.b)] -
                   second.collider.polytope.vertices[std::size_t(e.a)];
        c.turning = turning_ && may_turn;
        points_.push_back(on_b);
        contacts_.push_back(c);
    }

    static std::vector<int> distinct(const uint8_t* index, int count) {
        std::vector<int> all(index, index + count);
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    static int edge_between(const Placed& owner, const std::vector<int>& ends) {
        const auto& edges = owner.collider.polytope.edges;
        for (std::size_t e = 0; e < edges.size(); ++e) {
            if (std::minmax(edges[e].a, edges[e].b) == std::minmax(ends[0], ends[1]))
                return static_cast<int>(e);
        }
        return -1;
    }

    /// Larsen's use of the two simplices of GJK: the features that its nearest points lie on.
    void add_nearest(const Nearest& found) {
        if (found.overlap) return;
        const std::vector<int> on_a = distinct(found.simplex.index_a, found.simplex.count);
        const std::vector<int> on_b = distinct(found.simplex.index_b, found.simplex.count);
        const bool round = a_.radius() + b_.radius() > 0;
        const double depth = support_height(b_.collider.polytope, b_.frame, normal_) +
                             support_height(a_.collider.polytope, a_.frame, -normal_);
        if (depth < -margin_) return;
        // The shapes may have been moved apart: what the contact needs are points of each body.
        const Vec3d core_a = found.on_a + a_.radius() * normal_, core_b = found.on_b - b_.radius() * normal_;
        if (on_a.size() == 1 && on_b.size() == 2 && edge_between(b_, on_b) >= 0)
            return add_vertex_edge(a_, on_a[0], b_, edge_between(b_, on_b), core_b, normal_, round);
        if (on_a.size() == 2 && on_b.size() == 1 && edge_between(a_, on_a) >= 0)
            return add_vertex_edge(b_, on_b[0], a_, edge_between(a_, on_a), core_a, -normal_, round);
        Contact c = start(ContactKind::vertex_vertex, a_, b_, normal_);
        c.feature = {on_a[0], on_b[0]};
        c.vertex_a = a_.local(core_a);
        c.vertex_b = b_.local(core_b);
        c.turning = turning_ && round && on_a.size() == 1 && on_b.size() == 1;
        if (c.turning) {
            c.vertex_a = a_.collider.polytope.vertices[std::size_t(on_a[0])];
            c.vertex_b = b_.collider.polytope.vertices[std::size_t(on_b[0])];
        }
        contacts_.push_back(c);
    }

    Placed a_, b_;
    Vec3d normal_;
    double margin_;
    bool turning_;
    std::vector<Contact> contacts_;
    std::vector<Vec3d> points_;
};

}  // namespace

std::vector<Contact> feature_pairs(const Collider& a, const Frame& frame_a, const Collider& b,
                                   const Frame& frame_b, Vec3d normal, double margin, const Nearest& found,
                                   bool turning) {
    return Finder(a, frame_a, b, frame_b, normal, margin, turning).find(found);
}

bool same_features(const Contact& a, const Contact& b) {
    return a.kind == b.kind && a.body == b.body && a.feature == b.feature;
}

}  // namespace cairn::penalty
