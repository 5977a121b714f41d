#include <cairn/error.hpp>

#include "image.hpp"
#include "scene/output_file.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace cairn::render {

std::string encode_png(const Image& image) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<size_t>(size));
    };
    if (stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(),
                               image.width * 3) == 0) {
        throw Error("cannot encode a PNG of " + std::to_string(image.width) + "x" +
                    std::to_string(image.height));
    }
    return bytes;
}

void write_png(const std::string& path, const Image& image) { write_file(path, encode_png(image)); }

}  // namespace cairn::render
