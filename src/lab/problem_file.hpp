#pragma once
// Contact-problem files: Siconos' .dat text and FCLIB's HDF5. Every reader throws ProblemFileError, which
// names the file and the place in it, on anything malformed, truncated, inconsistent or not finite.

#include <stdexcept>
#include <string>

#include "solvers/frozen/problem.hpp"

namespace cairn::lab {

class ProblemFileError : public std::runtime_error {
public:
    ProblemFileError(const std::string& file, const std::string& place, const std::string& what)
        : std::runtime_error(file + ": " + (place.empty() ? "" : place + ": ") + what) {}
};

/// Reads either format, told apart by the first bytes. A global FCLIB problem is condensed to contacts.
ContactProblem read_problem(const std::string& path);

/// Siconos .dat (dense storage 0 or sparse blocks 1).
ContactProblem read_siconos(const std::string& path);
ContactProblem parse_siconos(const std::string& text, const std::string& name);
enum class SiconosStorage { dense = 0, sparse_block = 1 };
void write_siconos(const ContactProblem& problem, const std::string& path,
                   SiconosStorage storage = SiconosStorage::sparse_block);
std::string format_siconos(const ContactProblem& problem, SiconosStorage storage);

/// True when this build can read and write FCLIB files (HDF5 was found).
bool has_fclib();
enum class FclibKind { local, global };
FclibKind fclib_kind(const std::string& path);
ContactProblem read_fclib_local(const std::string& path);
GlobalProblem read_fclib_global(const std::string& path);
void write_fclib(const ContactProblem& problem, const std::string& path);
void write_fclib(const GlobalProblem& problem, const std::string& path);

/// .dat writes Siconos text, .hdf5 or .h5 writes FCLIB.
void write_problem(const ContactProblem& problem, const std::string& path);

}  // namespace cairn::lab
