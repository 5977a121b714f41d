#include "geometry/polygon_hull.hpp"

#include <algorithm>
#include <cstdint>

namespace cairn {

PlaneFit fit_plane(std::span<const Vec3d> vertices, std::span<const int> loop) {
    const Vec3d origin = vertices[loop[0]];
    Vec3d area, sum;
    for (size_t i = 0; i < loop.size(); ++i) {
        const Vec3d p = vertices[loop[i]] - origin, q = vertices[loop[(i + 1) % loop.size()]] - origin;
        area = area + cross(p, q);
        sum = sum + p;
    }
    const double size = length(area);
    const Vec3d normal = size > 0 ? area / size : Vec3d{};
    return {normal, dot(normal, origin + sum / double(loop.size()))};
}

namespace {

using Loop = std::vector<int>;

struct Face {
    Loop loop;     // empty: merged into another one
    Loop members;  // all vertices that the plane has to fit: those of the loop, and those that were dropped
    PlaneFit plane;
};

class Merger {
public:
    explicit Merger(const PolygonHull& hull)
        : vertices_(hull.vertices),
          count_(int(vertices_.size())),
          degree_(vertices_.size()),
          face_of_(vertices_.size() * vertices_.size(), -1) {
        for (const PolygonFace& face : hull.faces) {
            faces_.push_back({face.loop, face.loop, face.plane});
            register_loop(int(faces_.size()) - 1);
            for (const int v : face.loop) ++degree_[v];
        }
    }

    void merge_all(double tolerance) {
        tolerance_ = tolerance;
        while (merge_pass()) {
        }
    }

    std::vector<PolygonFace> faces() const {
        std::vector<PolygonFace> result;
        for (const Face& face : faces_) {
            if (!face.loop.empty()) result.push_back({face.loop, face.plane});
        }
        return result;
    }

private:
    int16_t& face_of(int from, int to) { return face_of_[size_t(from) * size_t(count_) + size_t(to)]; }

    void register_loop(int f) {
        const Loop& loop = faces_[f].loop;
        for (size_t i = 0; i < loop.size(); ++i) face_of(loop[i], loop[(i + 1) % loop.size()]) = int16_t(f);
    }
    void forget_loop(int f) {
        const Loop& loop = faces_[f].loop;
        for (size_t i = 0; i < loop.size(); ++i) face_of(loop[i], loop[(i + 1) % loop.size()]) = -1;
    }

    struct Candidate {
        double misfit;
        int from, to;
    };

    // Tries all edges, the flattest first. False when nothing could be merged.
    bool merge_pass() {
        std::vector<Candidate> candidates;
        for (int f = 0; f < int(faces_.size()); ++f) {
            const Loop& loop = faces_[f].loop;
            for (size_t i = 0; i < loop.size(); ++i) {
                const int from = loop[i], to = loop[(i + 1) % loop.size()];
                if (from > to) continue;
                const double m = misfit(faces_[f], faces_[face_of(to, from)]);
                if (m <= tolerance_) candidates.push_back({m, from, to});
            }
        }
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            if (a.misfit != b.misfit) return a.misfit < b.misfit;
            return a.from != b.from ? a.from < b.from : a.to < b.to;
        });
        bool any = false;
        for (const Candidate& candidate : candidates) {
            if (face_of(candidate.from, candidate.to) >= 0)
                any = try_merge(candidate.from, candidate.to) || any;
        }
        return any;
    }

    // How far the vertices of both faces are from the larger one's plane, as a quick estimate.
    double misfit(const Face& f, const Face& g) const {
        const auto worst = [&](const PlaneFit& plane, const Loop& loop) {
            double w = 0;
            for (const int v : loop)
                w = std::max(w, std::abs(dot(plane.normal, vertices_[v]) - plane.offset));
            return w;
        };
        return std::min(worst(f.plane, g.members), worst(g.plane, f.members));
    }

    // Merges the two faces of an edge if the result is a polygon that is flat and convex within the
    // tolerance.
    bool try_merge(int a, int b) {
        const int f = face_of(a, b), g = face_of(b, a);
        Loop loop = joined_loop(faces_[f].loop, faces_[g].loop, a, b);
        // An end of the lost edge with only one more face is now in the middle of a straight edge: it goes.
        struct Drop {
            int vertex, face;
        };
        std::vector<Drop> drops;
        for (const int v : {a, b}) {
            if (degree_[v] != 3) continue;
            const int third = third_face(v, f, g);
            if (!can_drop(v, loop, third)) return false;
            loop.erase(std::find(loop.begin(), loop.end(), v));
            drops.push_back({v, third});
        }
        if (drops.size() == 2 && drops[0].face == drops[1].face) return false;
        if (loop.size() < 3) return false;

        Face merged{loop, faces_[f].members, fit_plane(vertices_, loop)};
        for (const int v : faces_[g].members) {
            if (std::find(merged.members.begin(), merged.members.end(), v) == merged.members.end()) {
                merged.members.push_back(v);
            }
        }
        if (!fits(merged) || !single_edges(loop, f, g)) return false;

        forget_loop(f), forget_loop(g);
        faces_[g].loop.clear();
        faces_[f] = std::move(merged);
        --degree_[a], --degree_[b];
        for (const Drop& drop : drops) {
            forget_loop(drop.face);
            Loop& third = faces_[drop.face].loop;
            third.erase(std::find(third.begin(), third.end(), drop.vertex));
            degree_[drop.vertex] = 0;
            register_loop(drop.face);
        }
        register_loop(f);
        return true;
    }

    // f runs a -> b and g runs b -> a: all of f from b around to a, then g from after a up to before b.
    static Loop joined_loop(const Loop& f, const Loop& g, int a, int b) {
        Loop loop;
        const auto append = [&](const Loop& from, int first, size_t count) {
            const size_t start = size_t(std::find(from.begin(), from.end(), first) - from.begin());
            for (size_t i = 0; i < count; ++i) loop.push_back(from[(start + i) % from.size()]);
        };
        append(f, b, f.size());
        append(g, a, g.size() - 1);
        loop.erase(loop.begin() + std::ptrdiff_t(f.size()));  // `a` was the end of the first part already
        return loop;
    }

    int third_face(int v, int f, int g) const {
        for (int u = 0; u < count_; ++u) {
            const int face = face_of_[size_t(v) * size_t(count_) + size_t(u)];
            if (face >= 0 && face != f && face != g) return face;
        }
        return -1;
    }

    bool can_drop(int v, const Loop& loop, int third) const {
        if (third < 0 || faces_[third].loop.size() < 4) return false;
        const size_t at = size_t(std::find(loop.begin(), loop.end(), v) - loop.begin());
        const Vec3d p = vertices_[loop[(at + loop.size() - 1) % loop.size()]],
                    q = vertices_[loop[(at + 1) % loop.size()]];
        const Vec3d edge = q - p;
        const double size = length(edge);
        return size > 0 && length(cross(edge, vertices_[v] - p)) <= 2 * tolerance_ * size;
    }

    bool fits(const Face& face) const {
        const PlaneFit& plane = face.plane;
        if (dot(plane.normal, plane.normal) == 0) return false;
        for (const int v : face.members) {
            if (dot(plane.normal, vertices_[v]) - plane.offset < -tolerance_) return false;
        }
        for (int v = 0; v < count_; ++v) {
            if (degree_[v] > 0 && dot(plane.normal, vertices_[v]) - plane.offset > tolerance_) return false;
        }
        const Loop& loop = face.loop;
        const size_t n = loop.size();
        for (size_t i = 0; i < n; ++i) {
            const Vec3d p = vertices_[loop[i]], q = vertices_[loop[(i + 1) % n]],
                        r = vertices_[loop[(i + 2) % n]];
            if (dot(plane.normal, cross(q - p, r - q)) < -tolerance_ * length(r - p)) return false;
        }
        return true;
    }

    // Any two faces may share one edge only.
    bool single_edges(const Loop& loop, int f, int g) {
        std::vector<int> seen;
        for (size_t i = 0; i < loop.size(); ++i) {
            const int from = loop[i], to = loop[(i + 1) % loop.size()];
            int beyond = face_of(to, from);
            const int own = face_of(from, to);
            if (beyond < 0 && own < 0) {
                // A new edge over a dropped vertex; both old edges had the same face beyond.
                beyond = face_beyond_gap(from, f, g);
            } else if (own != f && own != g) {
                return false;  // the straightened edge exists already elsewhere
            }
            if (beyond < 0 || std::find(seen.begin(), seen.end(), beyond) != seen.end()) return false;
            seen.push_back(beyond);
        }
        return true;
    }

    // The face beyond the edge that leaves `from` in f or g and is on the outline of both.
    int face_beyond_gap(int from, int f, int g) {
        for (const int face : {f, g}) {
            const Loop& loop = faces_[face].loop;
            const auto at = std::find(loop.begin(), loop.end(), from);
            if (at == loop.end()) continue;
            const int to = loop[(size_t(at - loop.begin()) + 1) % loop.size()];
            const int beyond = face_of(to, from);
            if (beyond != f && beyond != g) return beyond;
        }
        return -1;
    }

    std::vector<Vec3d> vertices_;
    int count_;
    std::vector<int> degree_;
    std::vector<int16_t> face_of_;  // by directed edge
    std::vector<Face> faces_;
    double tolerance_ = 0;
};

// Vertices in use, renumbered in their order; loops that start at their lowest vertex, in ascending order.
void compact(PolygonHull& hull) {
    std::vector<int> number(hull.vertices.size(), -1);
    for (const PolygonFace& face : hull.faces) {
        for (const int v : face.loop) number[v] = 0;
    }
    std::vector<Vec3d> kept;
    for (size_t v = 0; v < number.size(); ++v) {
        if (number[v] < 0) continue;
        number[v] = int(kept.size());
        kept.push_back(hull.vertices[v]);
    }
    for (PolygonFace& face : hull.faces) {
        Loop& loop = face.loop;
        for (int& v : loop) v = number[v];
        std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
    }
    std::sort(hull.faces.begin(), hull.faces.end(),
              [](const PolygonFace& a, const PolygonFace& b) { return a.loop < b.loop; });
    hull.vertices = std::move(kept);
}

// The plane of a triangle. That of a sliver turns with the last bits of its corners and may cut through the
// hull; on the grid it never does, and the grid is at most a cell away.
PlaneFit triangle_plane(const HullGrid& grid, std::span<const Triangle> triangles,
                        const std::vector<Vec3d>& points, const Triangle& t, double tolerance) {
    PlaneFit plane = fit_plane(points, t);
    const auto supports = [&] {
        for (const Triangle& other : triangles) {
            for (const int v : other) {
                if (dot(plane.normal, points[v]) - plane.offset > tolerance) return false;
            }
        }
        return dot(plane.normal, plane.normal) > 0;
    };
    if (supports()) return plane;
    const GridPoint n = cross(grid.cells[t[1]] - grid.cells[t[0]], grid.cells[t[2]] - grid.cells[t[0]]);
    const Vec3d s = grid.cell_size;
    plane.normal = Vec3d{double(n.x) * s.y * s.z, double(n.y) * s.x * s.z, double(n.z) * s.x * s.y} /
                   grid.normal_length(n);
    plane.offset = dot(plane.normal, (points[t[0]] + points[t[1]] + points[t[2]]) / 3);
    return plane;
}

}  // namespace

PolygonHull merge_faces(const HullGrid& grid, std::span<const Triangle> triangles, double tolerance) {
    PolygonHull hull;
    for (const Vec3& p : grid.points) hull.vertices.emplace_back(p);
    for (const Triangle& t : triangles) {
        const PlaneFit plane = triangle_plane(grid, triangles, hull.vertices, t, 0.1 * tolerance);
        hull.faces.push_back({{t.begin(), t.end()}, plane});
    }
    compact(hull);
    Merger merger(hull);
    merger.merge_all(tolerance);
    hull.faces = merger.faces();
    compact(hull);
    return hull;
}

}  // namespace cairn
