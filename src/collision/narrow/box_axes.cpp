#include "collision/narrow/box_axes.hpp"

#include "collision/narrow/tolerances.hpp"

namespace cairn::narrow {
namespace {

constexpr int next_axis[3] = {1, 2, 0};
constexpr int last_axis[3] = {2, 0, 1};

/// Separation times |a_i x b_j|, and the square of that length, for the edges i of a and j of b.
float scaled_edge_separation(const BoxPair& p, int i, int j, float& length_squared) {
    const int k = next_axis[i], l = last_axis[i];
    const float r[3][3] = {{p.axes.x.x, p.axes.y.x, p.axes.z.x},
                           {p.axes.x.y, p.axes.y.y, p.axes.z.y},
                           {p.axes.x.z, p.axes.y.z, p.axes.z.z}};
    const int m = next_axis[j], n = last_axis[j];
    const float distance = abs_of(p.offset[l] * r[k][j] - p.offset[k] * r[l][j]);
    const float reach_a = p.half_a[k] * abs_of(r[l][j]) + p.half_a[l] * abs_of(r[k][j]);
    const float reach_b = p.half_b[m] * abs_of(r[i][n]) + p.half_b[n] * abs_of(r[i][m]);
    length_squared = r[k][j] * r[k][j] + r[l][j] * r[l][j];
    return distance - reach_a - reach_b;
}

float edge_separation(const BoxPair& p, int i, int j) {
    float length_squared = 0;
    const float scaled = scaled_edge_separation(p, i, j, length_squared);
    return length_squared > parallel_tolerance ? scaled / std::sqrt(length_squared) : -1e30f;
}

float face_a_separation(const BoxPair& p, int i) {
    const Vec3 row{p.axes.x[i], p.axes.y[i], p.axes.z[i]};
    return abs_of(p.offset[i]) - p.half_a[i] - dot(p.half_b, abs_of(row));
}

float face_b_separation(const BoxPair& p, int j) {
    const Vec3 axis = j == 0 ? p.axes.x : j == 1 ? p.axes.y : p.axes.z;
    return abs_of(dot(p.offset, axis)) - p.half_b[j] - dot(p.half_a, abs_of(axis));
}

float cached_separation(const BoxPair& p, const AxisCache& cache) {
    if (cache.kind == 1) return face_a_separation(p, cache.index_a);
    if (cache.kind == 2) return face_b_separation(p, cache.index_b);
    return edge_separation(p, cache.index_a, cache.index_b);
}

struct FaceRows {
    Row4 a, b;
};

FaceRows all_face_separations(const BoxPair& p) {
    const Row4 x = row4(p.axes.x), y = row4(p.axes.y), z = row4(p.axes.z);
    const Row4 t = row4(p.offset), half_a = row4(p.half_a), half_b = row4(p.half_b);
    const Row4 on_a =
        abs_of(t) - half_a - (abs_of(x) * p.half_b.x + abs_of(y) * p.half_b.y + abs_of(z) * p.half_b.z);
    const Mat3 rows = transpose(p.axes);
    const Row4 r0 = row4(rows.x), r1 = row4(rows.y), r2 = row4(rows.z);
    const Row4 along = r0 * p.offset.x + r1 * p.offset.y + r2 * p.offset.z;
    const Row4 on_b = abs_of(along) - half_b -
                      (abs_of(r0) * p.half_a.x + abs_of(r1) * p.half_a.y + abs_of(r2) * p.half_a.z);
    return {on_a, on_b};
}

BoxAxis best_face(const FaceRows& faces, const AxisCache& cache) {
    int i = faces.a[1] > faces.a[0] ? 1 : 0;
    if (faces.a[2] > faces.a[i]) i = 2;
    int j = faces.b[1] > faces.b[0] ? 1 : 0;
    if (faces.b[2] > faces.b[j]) j = 2;
    BoxAxis best{1, i, 0, faces.a[i]};
    if (faces.b[j] > best.separation + face_margin(best.separation)) best = {2, 0, j, faces.b[j]};

    if (cache.kind == 1 && faces.a[cache.index_a] + face_margin(best.separation) >= best.separation) {
        return {1, cache.index_a, 0, faces.a[cache.index_a]};
    }
    if (cache.kind == 2 && faces.b[cache.index_b] + face_margin(best.separation) >= best.separation) {
        return {2, 0, cache.index_b, faces.b[cache.index_b]};
    }
    return best;
}

/// Compares s |s| / |axis|^2, which grows with the separation s / |axis|, to save the roots.
BoxAxis best_edge(const BoxPair& p) {
    const Mat3 rows = transpose(p.axes);
    const Row4 r[3] = {row4(rows.x), row4(rows.y), row4(rows.z)};
    const Row4 absolute[3] = {abs_of(r[0]), abs_of(r[1]), abs_of(r[2])};
    const Row4 half_next = {p.half_b.y, p.half_b.z, p.half_b.x, 0};
    const Row4 half_last = {p.half_b.z, p.half_b.x, p.half_b.y, 0};
    const float t[3] = {p.offset.x, p.offset.y, p.offset.z};
    const float half_a[3] = {p.half_a.x, p.half_a.y, p.half_a.z};
    BoxAxis best;
    float best_key = -1e30f;
    for (int i = 0; i < 3; ++i) {
        const int k = next_axis[i], l = last_axis[i];
        const Row4 next = turn(absolute[i]);
        const Row4 reach_b = half_next * turn(next) + half_last * next;
        const Row4 s =
            abs_of(t[l] * r[k] - t[k] * r[l]) - (half_a[k] * absolute[l] + half_a[l] * absolute[k]) - reach_b;
        const Row4 length = r[k] * r[k] + r[l] * r[l];
        const Row4 key = length > parallel_tolerance ? s * abs_of(s) / length : row4(-1e30f);
        for (int j = 0; j < 3; ++j) {
            if (key[j] > best_key) best_key = key[j], best.kind = 3, best.a = i, best.b = j;
        }
    }
    if (best.kind != 0) best.separation = edge_separation(p, best.a, best.b);
    return best;
}

}  // namespace

void remember(AxisCache& cache, const BoxAxis& axis) {
    cache.kind = axis.kind;
    cache.index_a = static_cast<uint8_t>(axis.a);
    cache.index_b = static_cast<uint8_t>(axis.b);
}

bool find_box_axes(const BoxPair& pair, AxisCache& cache, BoxAxis& face, BoxAxis& edge) {
    if (cache.kind != 0) {
        face.separation = cached_separation(pair, cache);
        if (face.separation > speculative_distance) return false;
    }

    face = best_face(all_face_separations(pair), cache);
    if (face.separation > speculative_distance) return remember(cache, face), false;

    edge = best_edge(pair);
    if (cache.kind == 3 && edge.kind != 0 && (edge.a != cache.index_a || edge.b != cache.index_b)) {
        const float cached = edge_separation(pair, cache.index_a, cache.index_b);
        if (cached + face_margin(edge.separation) >= edge.separation)
            edge = {3, cache.index_a, cache.index_b, cached};
    }
    if (edge.kind == 0 || edge.separation <= speculative_distance) return true;
    face = edge;
    remember(cache, edge);
    return false;
}

}  // namespace cairn::narrow
