#pragma once
// Files that a user asked for: the folders they lie in are made, and what goes wrong is said in one way.

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

namespace cairn {

/// Throws Error "cannot write 'PATH': reason" with the reason in errno.
[[noreturn]] void cannot_write(const std::string& path);

/// Makes the folders that the file lies in, as far as they are missing.
void make_folder_of(const std::string& path);

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OutputFile = std::unique_ptr<std::FILE, CloseFile>;

/// An empty file, and its folder where that is missing; for fprintf or for <<.
OutputFile open_output_file(const std::string& path);
std::ofstream open_output_stream(const std::string& path);

/// The whole of a file at once.
void write_file(const std::string& path, const std::string& bytes);

}  // namespace cairn
