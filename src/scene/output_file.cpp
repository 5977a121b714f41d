#include "scene/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <cairn/error.hpp>

namespace cairn {

void cannot_write(const std::string& path) {
    throw Error("cannot write '" + path + "': " + (errno ? std::strerror(errno) : "unknown reason"));
}

void make_folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (folder.empty()) return;
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) throw Error("cannot write '" + path + "': " + failed.message());
}

OutputFile open_output_file(const std::string& path) {
    make_folder_of(path);
    OutputFile file(std::fopen(path.c_str(), "wb"));
    if (!file) cannot_write(path);
    return file;
}

std::ofstream open_output_stream(const std::string& path) {
    make_folder_of(path);
    errno = 0;  // the standard does not promise that streams set it
    std::ofstream file(path, std::ios::binary);
    if (!file) cannot_write(path);
    return file;
}

void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream file = open_output_stream(path);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) cannot_write(path);
}

}  // namespace cairn
