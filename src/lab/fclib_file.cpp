// FCLIB's HDF5 layout: fclib_local/{W, vectors/{q, mu}, spacedim} or fclib_global/{M, H, vectors/{f, w, mu}},
// each matrix a group {m, n, nz, p, i, x} with nz = -2 for compressed rows, -1 for compressed columns, >= 0
// triplets.

#include "lab/problem_file.hpp"
#include "scene/output_file.hpp"

#ifdef CAIRN_HAS_HDF5

#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace cairn::lab {
namespace {

/// Closes an HDF5 handle with the function that belongs to it.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    operator hid_t() const { return id_; }
    bool valid() const { return id_ >= 0; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

struct File {
    std::string path;
    Handle id;
    explicit File(const std::string& name) : path(name), id(open(name), H5Fclose) {
        if (!id.valid())
            throw ProblemFileError(path, "", "cannot be opened as HDF5 (missing, truncated or damaged)");
    }
    static hid_t open(const std::string& name) {
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        return H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    }
    bool has(const std::string& place) const {
        for (std::size_t end = place.find('/'); end != std::string::npos; end = place.find('/', end + 1)) {
            if (H5Lexists(id, place.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
        }
        return H5Lexists(id, place.c_str(), H5P_DEFAULT) > 0;
    }
    [[noreturn]] void fail(const std::string& place, const std::string& what) const {
        throw ProblemFileError(path, place, what);
    }
};

template <typename T>
std::vector<T> read_array(const File& file, const std::string& place, hid_t type) {
    if (!file.has(place)) file.fail(place, "is missing");
    const Handle set(H5Dopen2(file.id, place.c_str(), H5P_DEFAULT), H5Dclose);
    if (!set.valid()) file.fail(place, "is not a data set");
    const Handle space(H5Dget_space(set), H5Sclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    const hsize_t stored = H5Dget_storage_size(set);
    if (count < 0) file.fail(place, "has no extent");
    if (count > 0 && stored == 0) file.fail(place, "holds no data");
    // Before so much is allocated: deflate, the strongest of HDF5's filters, packs 1032 bytes into one.
    const Handle kind(H5Dget_type(set), H5Tclose);
    const hsize_t fits = 1032 * (stored / std::max<std::size_t>(1, H5Tget_size(kind)) + 1);
    if (static_cast<hsize_t>(count) > fits)
        file.fail(place, "announces " + std::to_string(count) + " values and does not hold them");
    std::vector<T> values(static_cast<std::size_t>(count));
    if (count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
        file.fail(place, "cannot be read (truncated or of another type)");
    }
    return values;
}

int read_integer(const File& file, const std::string& place) {
    const std::vector<int> values = read_array<int>(file, place, H5T_NATIVE_INT);
    if (values.size() != 1) file.fail(place, "should hold one integer");
    return values[0];
}

Vector read_vector(const File& file, const std::string& place) {
    const std::vector<double> values = read_array<double>(file, place, H5T_NATIVE_DOUBLE);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) file.fail(place + "[" + std::to_string(i) + "]", "is not finite");
    }
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// Checks one compressed dimension: starts ascend from 0 to the number of values, indices lie in range.
void check_compressed(const File& file, const std::string& place, const std::vector<int>& start,
                      const std::vector<int>& inner, std::size_t values, int outer_size, int inner_size) {
    if (start.size() < static_cast<std::size_t>(outer_size) + 1) file.fail(place + "/p", "is too short");
    if (start[0] != 0) file.fail(place + "/p[0]", "is not 0");
    for (int k = 0; k < outer_size; ++k) {
        const auto at = static_cast<std::size_t>(k);
        if (start[at + 1] < start[at]) file.fail(place + "/p[" + std::to_string(k + 1) + "]", "descends");
    }
    const auto used = static_cast<std::size_t>(start[static_cast<std::size_t>(outer_size)]);
    if (used > values || used > inner.size()) file.fail(place + "/p", "points past the stored values");
    for (std::size_t k = 0; k < used; ++k) {
        if (inner[k] < 0 || inner[k] >= inner_size) {
            file.fail(place + "/i[" + std::to_string(k) + "]",
                      "index " + std::to_string(inner[k]) + " out of range");
        }
    }
}

SparseColumnMatrix read_matrix(const File& file, const std::string& place) {
    const int rows = read_integer(file, place + "/m");
    const int columns = read_integer(file, place + "/n");
    const int kind = read_integer(file, place + "/nz");
    if (rows < 1 || columns < 1 || rows > 100'000'000 || columns > 100'000'000) {
        file.fail(place, "size " + std::to_string(rows) + " x " + std::to_string(columns) + " is not usable");
    }
    const std::vector<int> p = read_array<int>(file, place + "/p", H5T_NATIVE_INT);
    const std::vector<int> i = read_array<int>(file, place + "/i", H5T_NATIVE_INT);
    const Vector x = read_vector(file, place + "/x");
    const auto values = static_cast<std::size_t>(x.size());
    std::vector<Eigen::Triplet<double, int>> triplets;
    if (kind >= 0) {
        const auto count = static_cast<std::size_t>(kind);
        if (p.size() < count || i.size() < count || values < count)
            file.fail(place, "has fewer triplets than nz");
        for (std::size_t k = 0; k < count; ++k) {
            if (i[k] < 0 || i[k] >= rows || p[k] < 0 || p[k] >= columns) {
                file.fail(place + "/i[" + std::to_string(k) + "]", "index out of range");
            }
            triplets.emplace_back(i[k], p[k], x[static_cast<Index>(k)]);
        }
    } else if (kind == -1 || kind == -2) {
        const int outer = kind == -1 ? columns : rows;
        check_compressed(file, place, p, i, values, outer, kind == -1 ? rows : columns);
        for (int k = 0; k < outer; ++k) {
            for (int slot = p[static_cast<std::size_t>(k)]; slot < p[static_cast<std::size_t>(k) + 1];
                 ++slot) {
                const int inner = i[static_cast<std::size_t>(slot)];
                triplets.emplace_back(kind == -1 ? inner : k, kind == -1 ? k : inner, x[slot]);
            }
        }
    } else {
        file.fail(place + "/nz",
                  std::to_string(kind) + " is none of -2 (rows), -1 (columns), >= 0 (triplets)");
    }
    SparseColumnMatrix matrix(rows, columns);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    return matrix;
}

void check_space(const File& file, const std::string& root) {
    const int space = read_integer(file, root + "/spacedim");
    if (space != 3) file.fail(root + "/spacedim", std::to_string(space) + ": only 3 is supported");
}

hid_t create_file(const std::string& path) {
    open_output_file(path);  // HDF5 would not say why it cannot
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
}

class Writer {
public:
    explicit Writer(const std::string& path) : path_(path), file_(create_file(path), H5Fclose) {
        if (!file_.valid()) throw ProblemFileError(path, "", "cannot be written");
    }
    void group(const std::string& place) {
        const Handle made(H5Gcreate2(file_, place.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
        if (!made.valid()) throw ProblemFileError(path_, place, "cannot be created");
    }
    void array(const std::string& place, hid_t type, std::size_t count, const void* data) {
        const hsize_t extent = count;
        const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
        const Handle set(H5Dcreate2(file_, place.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Dclose);
        if (!set.valid() || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) {
            throw ProblemFileError(path_, place, "cannot be written");
        }
    }
    void integer(const std::string& place, int value) { array(place, H5T_NATIVE_INT, 1, &value); }
    void vector(const std::string& place, const Vector& values) {
        array(place, H5T_NATIVE_DOUBLE, static_cast<std::size_t>(values.size()), values.data());
    }
    /// Compressed columns (nz = -1).
    void matrix(const std::string& place, SparseColumnMatrix values) {
        values.makeCompressed();
        group(place);
        integer(place + "/m", static_cast<int>(values.rows()));
        integer(place + "/n", static_cast<int>(values.cols()));
        integer(place + "/nz", -1);
        integer(place + "/nzmax", static_cast<int>(values.nonZeros()));
        const auto count = static_cast<std::size_t>(values.nonZeros());
        array(place + "/p", H5T_NATIVE_INT, static_cast<std::size_t>(values.cols()) + 1,
              values.outerIndexPtr());
        array(place + "/i", H5T_NATIVE_INT, count, values.innerIndexPtr());
        array(place + "/x", H5T_NATIVE_DOUBLE, count, values.valuePtr());
    }

private:
    std::string path_;
    Handle file_;
};

}  // namespace

bool has_fclib() { return true; }

FclibKind fclib_kind(const std::string& path) {
    const File file(path);
    if (file.has("fclib_local")) return FclibKind::local;
    if (file.has("fclib_global")) return FclibKind::global;
    throw ProblemFileError(path, "", "holds neither fclib_local nor fclib_global");
}

ContactProblem read_fclib_local(const std::string& path) {
    const File file(path);
    check_space(file, "fclib_local");
    if (file.has("fclib_local/R") || file.has("fclib_local/V")) {
        file.fail("fclib_local", "equality constraints (R, V) are not supported");
    }
    const SparseColumnMatrix matrix = read_matrix(file, "fclib_local/W");
    ContactProblem problem;
    problem.name = path;
    problem.q = read_vector(file, "fclib_local/vectors/q");
    problem.mu = read_vector(file, "fclib_local/vectors/mu");
    if (matrix.rows() != matrix.cols()) file.fail("fclib_local/W", "is not square");
    if (matrix.rows() != 3 * problem.mu.size()) {
        file.fail("fclib_local/W", "has " + std::to_string(matrix.rows()) + " rows, needs 3 x " +
                                       std::to_string(problem.mu.size()) + " contacts");
    }
    std::vector<BlockMatrix::Entry> entries;
    for (int column = 0; column < matrix.outerSize(); ++column) {
        for (SparseColumnMatrix::InnerIterator it(matrix, column); it; ++it) {
            const int i = static_cast<int>(it.row());
            // files store zeros, too; a block of nothing else couples nothing
            if (it.value() == 0.0 && i / 3 != column / 3) continue;
            BlockMatrix::Entry entry{i / 3, column / 3, Matrix3::Zero()};
            entry.block(i % 3, column % 3) = it.value();
            entries.push_back(entry);
        }
    }
    problem.W = BlockMatrix(problem.contacts(), std::move(entries));
    const std::string bad = problem.defect();
    if (!bad.empty()) file.fail("fclib_local", bad);
    return problem;
}

GlobalProblem read_fclib_global(const std::string& path) {
    const File file(path);
    check_space(file, "fclib_global");
    if (file.has("fclib_global/G")) file.fail("fclib_global/G", "equality constraints are not supported");
    GlobalProblem problem;
    problem.name = path;
    problem.M = read_matrix(file, "fclib_global/M");
    problem.H = read_matrix(file, "fclib_global/H");
    problem.f = read_vector(file, "fclib_global/vectors/f");
    problem.w = read_vector(file, "fclib_global/vectors/w");
    problem.mu = read_vector(file, "fclib_global/vectors/mu");
    const std::string bad = problem.defect();
    if (!bad.empty()) file.fail("fclib_global", bad);
    return problem;
}

void write_fclib(const ContactProblem& problem, const std::string& path) {
    Writer out(path);
    out.group("fclib_local");
    out.integer("fclib_local/spacedim", 3);
    out.matrix("fclib_local/W", SparseColumnMatrix(problem.W.to_sparse()));
    out.group("fclib_local/vectors");
    out.vector("fclib_local/vectors/q", problem.q);
    out.vector("fclib_local/vectors/mu", problem.mu);
}

void write_fclib(const GlobalProblem& problem, const std::string& path) {
    Writer out(path);
    out.group("fclib_global");
    out.integer("fclib_global/spacedim", 3);
    out.matrix("fclib_global/M", problem.M);
    out.matrix("fclib_global/H", problem.H);
    out.group("fclib_global/vectors");
    out.vector("fclib_global/vectors/f", problem.f);
    out.vector("fclib_global/vectors/w", problem.w);
    out.vector("fclib_global/vectors/mu", problem.mu);
}

}  // namespace cairn::lab

#else

namespace cairn::lab {
namespace {
[[noreturn]] void refuse(const std::string& path) {
    throw ProblemFileError(path, "", "this build has no HDF5, so FCLIB files cannot be read or written");
}
}  // namespace

bool has_fclib() { return false; }
FclibKind fclib_kind(const std::string& path) { refuse(path); }
ContactProblem read_fclib_local(const std::string& path) { refuse(path); }
GlobalProblem read_fclib_global(const std::string& path) { refuse(path); }
void write_fclib(const ContactProblem&, const std::string& path) { refuse(path); }
void write_fclib(const GlobalProblem&, const std::string& path) { refuse(path); }

}  // namespace cairn::lab

#endif
