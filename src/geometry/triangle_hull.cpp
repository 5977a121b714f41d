#include "geometry/triangle_hull.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <cairn/error.hpp>

namespace cairn {

namespace {

struct Face {
    Triangle vertices;
    std::array<int, 3> neighbours;  // across the edge from vertex i to vertex i + 1
    GridPoint normal;
    double metres = 0;         // per unit of the exact height below
    std::vector<int> outside;  // points above this face and not yet in the hull
    int furthest = -1;         // of `outside`
    double furthest_distance = 0;
    bool alive = true;
    bool visible = false;
};

double distance_to_segment(Vec3d p, Vec3d a, Vec3d b) {
    const Vec3d edge = b - a;
    const double share = dot(p - a, edge) / dot(edge, edge);
    return length(p - a - std::clamp(share, 0.0, 1.0) * edge);
}

class Builder {
public:
    Builder(const HullGrid& grid, double tolerance)
        : grid_(grid), tolerance_(tolerance), face_from_(grid.cells.size()) {}

    std::vector<Triangle> build(int vertex_budget) {
        start();
        for (int count = 4; count < vertex_budget; ++count) {
            const int face = highest_face();
            if (face < 0) break;
            add(faces_[face].furthest, face);
        }
        std::vector<Triangle> triangles;
        for (const Face& face : faces_) {
            if (face.alive) triangles.push_back(face.vertices);
        }
        return triangles;
    }

private:
    GridPoint cell(int point) const { return grid_.cells[point]; }

    // Six times the volume of the tetrahedron of the face and the point, in cells: exact.
    int64_t height(const Face& face, int point) const {
        return dot(face.normal, cell(point) - cell(face.vertices[0]));
    }

    int make_face(Triangle v, std::array<int, 3> neighbours) {
        Face face;
        face.vertices = v;
        face.neighbours = neighbours;
        face.normal = cross(cell(v[1]) - cell(v[0]), cell(v[2]) - cell(v[0]));
        face.metres = grid_.cell_volume() / grid_.normal_length(face.normal);
        faces_.push_back(std::move(face));
        return int(faces_.size()) - 1;
    }

    // A first tetrahedron: the first and last point in the order of the grid are extreme for certain, then
    // the point furthest from their line, then the one furthest from the plane.
    void start() {
        const int a = 0, b = int(grid_.cells.size()) - 1;
        const GridPoint line = cell(b) - cell(a);
        int c = -1;
        double best = 0;
        for (int i = 0; i <= b; ++i) {
            const double area = grid_.normal_length(cross(line, cell(i) - cell(a)));
            if (area > best) best = area, c = i;
        }
        if (c < 0) throw Error("hull points span no volume: all lie on one line");
        const GridPoint normal = cross(line, cell(c) - cell(a));
        int d = -1;
        int64_t highest = 0;
        for (int i = 0; i <= b; ++i) {
            const int64_t above = dot(normal, cell(i) - cell(a));
            if ((above < 0 ? -above : above) > highest) highest = above < 0 ? -above : above, d = i;
        }
        if (d < 0) throw Error("hull points span no volume: all lie in one plane");
        const bool above = dot(normal, cell(d) - cell(a)) > 0;
        const int p = above ? c : b, q = above ? b : c;  // now d is below a, p, q
        make_face({a, p, q}, {1, 2, 3});
        make_face({p, a, d}, {0, 3, 2});
        make_face({q, p, d}, {0, 1, 3});
        make_face({a, q, d}, {0, 2, 1});
        std::vector<int> points;
        for (int i = 0; i <= b; ++i) points.push_back(i);
        distribute(points, 0);
    }

    Vec3d place(int point) const {
        const GridPoint c = cell(point) - cell(0);
        return {double(c.x) * grid_.cell_size.x, double(c.y) * grid_.cell_size.y,
                double(c.z) * grid_.cell_size.z};
    }

    double distance_to(const Face& face, int point) const {
        const Vec3d p = place(point);
        const Vec3d corners[] = {place(face.vertices[0]), place(face.vertices[1]), place(face.vertices[2])};
        const Vec3d normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        bool above = true;
        double nearest = std::numeric_limits<double>::max();
        for (int i = 0; i < 3; ++i) {
            const Vec3d a = corners[i], b = corners[(i + 1) % 3];
            above &= dot(cross(normal, b - a), p - a) >= 0;
            nearest = std::min(nearest, distance_to_segment(p, a, b));
        }
        return above ? double(height(face, point)) * face.metres : nearest;
    }

    // How far a point is outside the hull: from the nearest of the faces that it sees.
    double distance_outside(int point) const {
        double nearest = std::numeric_limits<double>::max();
        for (const Face& face : faces_)
            if (face.alive && height(face, point) > 0) nearest = std::min(nearest, distance_to(face, point));
        return nearest;
    }

    // Gives each point to the face, of those from `first_face` on, above which it is furthest. Points above
    // none are inside. So are those within the tolerance of the hull, which is not the same as of the planes:
    // two faces that meet in an edge as sharp as a thin plate's pass within it of points far beyond the edge.
    void distribute(const std::vector<int>& points, int first_face) {
        for (const int point : points) {
            int owner = -1;
            double furthest = 0;
            for (int f = first_face; f < int(faces_.size()); ++f) {
                const int64_t h = height(faces_[f], point);
                if (h <= 0) continue;
                const double distance = double(h) * faces_[f].metres;
                if (distance > furthest) furthest = distance, owner = f;
            }
            if (owner < 0) continue;
            if (furthest <= tolerance_) furthest = distance_outside(point);
            if (furthest <= tolerance_) continue;
            Face& face = faces_[owner];
            face.outside.push_back(point);
            // Of equally far points the first one in the order of the grid is a corner, not between corners.
            const int64_t h = height(face, point);
            if (face.furthest >= 0) {
                const int64_t record = height(face, face.furthest);
                if (h < record || (h == record && point > face.furthest)) continue;
            }
            face.furthest = point;
            face.furthest_distance = furthest;
        }
    }

    int highest_face() const {
        int best = -1;
        for (int f = 0; f < int(faces_.size()); ++f) {
            const Face& face = faces_[f];
            if (!face.alive || face.furthest < 0) continue;
            const bool better = best < 0 || face.furthest_distance > faces_[best].furthest_distance ||
                                (face.furthest_distance == faces_[best].furthest_distance &&
                                 face.furthest < faces_[best].furthest);
            if (better) best = f;
        }
        return best;
    }

    struct HorizonEdge {
        int from, to;  // as the visible face runs
        int beyond;    // the face that stays
    };

    // All faces that the point sees, by flooding from one of them, and the loop of edges around them.
    void find_horizon(int point, int seed) {
        visible_.assign(1, seed);
        horizon_.clear();
        faces_[seed].visible = true;
        for (size_t i = 0; i < visible_.size(); ++i) {
            const Face& face = faces_[visible_[i]];
            for (int e = 0; e < 3; ++e) {
                const int n = face.neighbours[e];
                if (faces_[n].visible) continue;
                if (height(faces_[n], point) > 0) {
                    faces_[n].visible = true;
                    visible_.push_back(n);
                } else {
                    horizon_.push_back({face.vertices[e], face.vertices[(e + 1) % 3], n});
                }
            }
        }
    }

    void add(int point, int seed) {
        find_horizon(point, seed);
        const int first = int(faces_.size());
        for (const HorizonEdge& edge : horizon_) {
            const int f = make_face({edge.from, edge.to, point}, {edge.beyond, -1, -1});
            face_from_[edge.from] = f;
            Face& beyond = faces_[edge.beyond];
            for (int e = 0; e < 3; ++e) {
                if (beyond.vertices[e] == edge.to) beyond.neighbours[e] = f;
            }
        }
        for (int f = first; f < int(faces_.size()); ++f) {
            const int next = face_from_[faces_[f].vertices[1]];
            faces_[f].neighbours[1] = next;
            faces_[next].neighbours[2] = f;
        }
        std::vector<int> orphans;
        for (const int f : visible_) {
            Face& face = faces_[f];
            face.alive = false;
            for (const int p : face.outside) {
                if (p != point) orphans.push_back(p);
            }
            face.outside = {};
        }
        distribute(orphans, first);
    }

    const HullGrid& grid_;
    const double tolerance_;
    std::vector<Face> faces_;
    std::vector<int> face_from_;  // by vertex: the new face whose horizon edge starts there
    std::vector<int> visible_;
    std::vector<HorizonEdge> horizon_;
};

}  // namespace

std::vector<Triangle> build_triangle_hull(const HullGrid& grid, double tolerance, int vertex_budget) {
    return Builder(grid, tolerance).build(vertex_budget);
}

// On the grid: there the plane of even the thinnest triangle has all points on one side.
double hull_thickness(const HullGrid& grid, std::span<const Triangle> triangles) {
    double least = std::numeric_limits<double>::max();
    for (const Triangle& t : triangles) {
        const GridPoint origin = grid.cells[t[0]];
        const GridPoint normal = cross(grid.cells[t[1]] - origin, grid.cells[t[2]] - origin);
        int64_t deepest = 0;
        for (const Triangle& other : triangles) {
            for (const int v : other) deepest = std::min(deepest, dot(normal, grid.cells[v] - origin));
        }
        least = std::min(least, double(-deepest) * grid.cell_volume() / grid.normal_length(normal));
    }
    return least;
}

}  // namespace cairn
