#include "math/matrix.hpp"

#include <utility>

#include "math/vector_double.hpp"

namespace cairn {

Mat3 inverse(const Mat3& m) {
    const Vec3d x(m.x), y(m.y), z(m.z);
    const Vec3d row_x = cross(y, z), row_y = cross(z, x), row_z = cross(x, y);
    const double d = dot(x, row_x);
    // Columns of floats that depend on each other leave only rounding of doubles.
    const double limit = 1e-14 * (length(x) * length(y) * length(z));
    if (!(d > limit || d < -limit)) return {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    return to_float(transpose(Mat3d{row_x / d, row_y / d, row_z / d}));
}

namespace {

// One Jacobi rotation in the plane (p, q) that makes a[p][q] zero (Golub and Van Loan, 8.5.2): tan of the
// smaller angle.
void rotate_away(double (&a)[3][3], double (&v)[3][3], int p, int q) {
    if (a[p][q] == 0) return;
    const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double root = std::sqrt(theta * theta + 1);
    const double t = theta >= 0 ? 1 / (theta + root) : 1 / (theta - root);
    const double c = 1 / std::sqrt(t * t + 1);
    const double s = t * c;
    for (int k = 0; k < 3; ++k) {
        const double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; ++k) {
        const double pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
        const double kp = v[k][p], kq = v[k][q];
        v[k][p] = c * kp - s * kq;
        v[k][q] = s * kp + c * kq;
    }
    a[p][q] = a[q][p] = 0;
}

}  // namespace

PrincipalAxes principal_axes(const Mat3& m) {
    const double xx = double(m.x.x), yy = double(m.y.y), zz = double(m.z.z);
    const double xy = double(m.x.y), xz = double(m.x.z), yz = double(m.y.z);
    double a[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    // Convergence is quadratic: eight sweeps reach the last bit of a double from any start.
    for (int sweep = 0; sweep < 8; ++sweep) {
        rotate_away(a, v, 0, 1);
        rotate_away(a, v, 0, 2);
        rotate_away(a, v, 1, 2);
    }
    int order[3] = {0, 1, 2};
    const auto sort_pair = [&](int i, int j) {
        if (a[order[j]][order[j]] < a[order[i]][order[i]]) std::swap(order[i], order[j]);
    };
    sort_pair(0, 1), sort_pair(1, 2), sort_pair(0, 1);
    const auto column = [&](int i) { return Vec3d{v[0][order[i]], v[1][order[i]], v[2][order[i]]}; };
    const Vec3d first = column(0), second = column(1);
    return {to_float(Vec3d{a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]}),
            to_float(Mat3d{first, second, cross(first, second)})};
}

}  // namespace cairn
