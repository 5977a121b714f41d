#include <cairn/shape.hpp>

#include "geometry/hull_builder.hpp"

namespace cairn {

Hull::Hull(std::span<const Vec3> points) : data_(build_hull(points)) {}

std::span<const Vec3> Hull::vertices() const { return data_->vertices; }

int Hull::face_count() const { return int(data_->faces.size()); }

std::span<const uint8_t> Hull::face(int index) const {
    const HullFace& face = data_->faces.at(size_t(index));
    return std::span<const uint8_t>(data_->face_vertices).subspan(face.first, face.count);
}

}  // namespace cairn
