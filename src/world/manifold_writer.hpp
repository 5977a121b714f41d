#pragma once
// From a narrow phase's manifold to the columns of its contact (model/contact_columns.hpp), a lane each: the
// normal in the axes of the body that turns it, friction along the tangents that follow from it, and anchors
// in both bodies' axes.

#include <cairn/math.hpp>

#include "model/body.hpp"

namespace cairn {

/// A manifold on its way to its columns. All floats of it are read four at a time.
struct alignas(16) PendingManifold {
    struct Point {
        Vec3 position;
        float separation;
    };
    Vec3 normal;  // in the frame of body a, as positions are
    float in_b;   // 1: the columns have it in the axes of body b; 0: of body a
    Vec3 b_position;
    float old_in_b;  // the same of the normal in the columns now; -1: no friction is carried over
    Quat b_rotation;
    Point points[4];
    float* columns;  // the first one of the contact's
    int32_t stride;  // from one column to the next
    int32_t count;   // points
    int32_t body_a, body_b;
};

struct ManifoldWriter {
    void (*write)(const PendingManifold* pending, int count, const Body* bodies) = nullptr;
};

/// The kernel of 1, 4, 8 or 16 lanes.
const ManifoldWriter& manifold_writer(int lanes);

/// Manifolds that wait until there is one for every lane.
class ManifoldBatch {
public:
    ManifoldBatch(int lanes, const Body* bodies) : writer_(manifold_writer(lanes)), bodies_(bodies) {}
    ~ManifoldBatch() { write(); }
    ManifoldBatch(const ManifoldBatch&) = delete;
    ManifoldBatch& operator=(const ManifoldBatch&) = delete;

    PendingManifold& add() {
        if (count_ == most) write();
        return pending_[count_++];
    }

private:
    static constexpr int most = 16;

    void write() {
        if (count_ > 0) writer_.write(pending_, count_, bodies_);
        count_ = 0;
    }

    const ManifoldWriter& writer_;
    const Body* bodies_;
    int count_ = 0;
    union {  // so that none is made before it is needed
        PendingManifold pending_[most];
    };
};

}  // namespace cairn
