#include "lab/problem_file.hpp"

#include <fstream>

namespace cairn::lab {
namespace {

bool ends_with(const std::string& text, const std::string& ending) {
    return text.size() >= ending.size() &&
           text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

ContactProblem read_problem(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw ProblemFileError(path, "", "cannot be opened");
    char head[8] = {};
    file.read(head, sizeof head);
    file.close();
    const bool is_hdf5 = std::string(head, 8) == std::string("\x89HDF\r\n\x1a\n", 8);
    if (!is_hdf5) return read_siconos(path);
    if (fclib_kind(path) == FclibKind::local) return read_fclib_local(path);
    try {
        return condense(read_fclib_global(path));
    } catch (const ProblemFileError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw ProblemFileError(path, "fclib_global", error.what());
    }
}

void write_problem(const ContactProblem& problem, const std::string& path) {
    if (ends_with(path, ".hdf5") || ends_with(path, ".h5")) return write_fclib(problem, path);
    if (ends_with(path, ".dat")) return write_siconos(problem, path);
    throw ProblemFileError(path, "", "unknown kind of file; use .dat (Siconos) or .hdf5 (FCLIB)");
}

}  // namespace cairn::lab
