#pragma once
// Principal moments and axes of an inertia tensor.

#include <cairn/math.hpp>

namespace cairn {

struct PrincipalAxes {
    Vec3 moments;  // ascending
    Mat3 axes;     // columns: the unit eigenvectors, right-handed
};

/// Eigenvalues and eigenvectors of a symmetric matrix (only the lower triangle by columns is read).
PrincipalAxes principal_axes(const Mat3& symmetric);

}  // namespace cairn
