// Siconos' text format, in the order its own writer uses: dimension, contacts, storage kind, rows, columns,
// W, then q and mu. Dense matrices are written row by row; sparse blocks each carry their number and nine
// values by columns (Fortran order).

#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

#include "lab/problem_file.hpp"
#include "lab/text_scanner.hpp"
#include "scene/output_file.hpp"

namespace cairn::lab {
namespace {

constexpr long long most_contacts = 10'000'000;

BlockMatrix read_dense(TextScanner& scan, long long size) {
    scan.integer("matrix rows", size, size);
    scan.integer("matrix columns", size, size);
    scan.expect_at_least(size * size, "W");
    Matrix dense(size, size);
    for (Index i = 0; i < size; ++i) {
        for (Index j = 0; j < size; ++j) dense(i, j) = scan.real("an entry of W");
    }
    return BlockMatrix::from_dense(dense);
}

void read_block_ends(TextScanner& scan, long long contacts, const char* what) {
    for (long long i = 0; i < contacts; ++i) scan.integer(what, 3 * (i + 1), 3 * (i + 1));
}

BlockMatrix read_sparse_blocks(TextScanner& scan, long long contacts) {
    const long long blocks = scan.integer("number of blocks", 0, contacts * contacts);
    scan.integer("block rows", contacts, contacts);
    scan.integer("block columns", contacts, contacts);
    scan.expect_at_least(2 * contacts, "block sizes");
    read_block_ends(scan, contacts, "end of a block row (3x3 blocks are needed)");
    read_block_ends(scan, contacts, "end of a block column (3x3 blocks are needed)");
    // filled1 may stop short of the row count when the last rows are empty.
    const long long starts = scan.integer("length of the row index", 1, contacts + 1);
    scan.integer("length of the column index", blocks, blocks);
    scan.expect_at_least(11 * blocks, "blocks of W");
    std::vector<long long> row_start;
    for (long long i = 0; i < starts; ++i) {
        row_start.push_back(scan.integer("start of a block row", i == 0 ? 0 : row_start.back(), blocks));
    }
    row_start.resize(static_cast<std::size_t>(contacts) + 1, blocks);
    if (row_start.front() != 0 || row_start.back() != blocks)
        scan.fail("the row index does not cover every block");
    std::vector<int> column;
    for (long long i = 0; i < blocks; ++i) {
        column.push_back(static_cast<int>(scan.integer("column of a block", 0, contacts - 1)));
    }
    std::vector<BlockMatrix::Entry> entries;
    entries.reserve(static_cast<std::size_t>(blocks));
    int row = 0;
    for (long long slot = 0; slot < blocks; ++slot) {
        while (row_start[static_cast<std::size_t>(row) + 1] <= slot) ++row;
        scan.integer("number of a block", slot, slot);
        BlockMatrix::Entry entry{row, column[static_cast<std::size_t>(slot)], Matrix3::Zero()};
        for (int j = 0; j < 3; ++j) {
            for (int i = 0; i < 3; ++i) entry.block(i, j) = scan.real("an entry of W");
        }
        entries.push_back(entry);
    }
    return BlockMatrix(static_cast<int>(contacts), std::move(entries));
}

/// 17 significant digits bring every double back exactly.
std::string number_text(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17e", value);
    return buffer;
}

void append_sparse_blocks(const BlockMatrix& W, std::ostringstream& out) {
    const int n = W.block_count();
    out << W.stored_blocks() << '\n' << n << '\n' << n << '\n';
    for (int copy = 0; copy < 2; ++copy) {
        for (int i = 0; i < n; ++i) out << 3 * (i + 1) << '\t';
        out << '\n';
    }
    out << n + 1 << '\n' << W.stored_blocks() << '\n';
    for (int i = 0; i <= n; ++i)
        out << (i == n ? static_cast<int>(W.stored_blocks()) : W.row_begin(i)) << '\t';
    out << '\n';
    const int slots = static_cast<int>(W.stored_blocks());
    for (int slot = 0; slot < slots; ++slot) out << W.column(slot) << '\t';
    out << '\n';
    for (int slot = 0; slot < slots; ++slot) {
        out << slot << '\n';
        for (int j = 0; j < 3; ++j) {
            for (int i = 0; i < 3; ++i) out << number_text(W.block(slot)(i, j)) << '\n';
        }
    }
}

void append_dense(const BlockMatrix& W, std::ostringstream& out) {
    const Matrix dense = W.to_dense();
    out << dense.rows() << '\t' << dense.cols() << '\n';
    for (Index i = 0; i < dense.rows(); ++i) {
        for (Index j = 0; j < dense.cols(); ++j) out << number_text(dense(i, j)) << ' ';
        out << '\n';
    }
}

}  // namespace

ContactProblem parse_siconos(const std::string& text, const std::string& name) {
    TextScanner scan(text, name);
    scan.integer("dimension (only 3 is supported)", 3, 3);
    const long long contacts = scan.integer("number of contacts", 1, most_contacts);
    const long long storage = scan.integer("storage kind (0 dense, 1 sparse blocks)", 0, 1);
    const long long size = 3 * contacts;
    scan.integer("rows of W", size, size);
    scan.integer("columns of W", size, size);
    ContactProblem problem;
    problem.name = name;
    problem.W = storage == 0 ? read_dense(scan, size) : read_sparse_blocks(scan, contacts);
    problem.q.resize(size);
    problem.mu.resize(contacts);
    for (Index i = 0; i < size; ++i) problem.q[i] = scan.real("an entry of q");
    for (Index i = 0; i < contacts; ++i) {
        problem.mu[i] = scan.real("a friction coefficient");
        if (problem.mu[i] < 0.0)
            scan.fail("friction coefficient of contact " + std::to_string(i) + " is negative");
    }
    // Siconos may end a file with a flag: does a reference solution follow?
    const bool reference = !scan.at_end() && scan.integer("the flag of a reference solution", 0, 1) == 1;
    if (!reference && !scan.at_end()) scan.fail("there is more after the problem's end");
    return problem;
}

ContactProblem read_siconos(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw ProblemFileError(path, "", "cannot be opened");
    std::ostringstream content;
    content << file.rdbuf();
    return parse_siconos(content.str(), path);
}

std::string format_siconos(const ContactProblem& problem, SiconosStorage storage) {
    std::ostringstream out;
    const int size = 3 * problem.contacts();
    out << "3\n"
        << problem.contacts() << '\n'
        << static_cast<int>(storage) << '\n'
        << size << '\n'
        << size << '\n';
    if (storage == SiconosStorage::dense) {
        append_dense(problem.W, out);
    } else {
        append_sparse_blocks(problem.W, out);
    }
    for (double value : problem.q) out << number_text(value) << ' ';
    out << '\n';
    for (double value : problem.mu) out << number_text(value) << ' ';
    // Siconos ends its files with a flag for an optional reference; there is none.
    out << "\n0\n";
    return out.str();
}

void write_siconos(const ContactProblem& problem, const std::string& path, SiconosStorage storage) {
    write_file(path, format_siconos(problem, storage));
}

}  // namespace cairn::lab
