// Contact-problem files: what is written comes back, what is broken is refused with the file and the place.

#include "lab/problem_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#ifdef CAIRN_HAS_HDF5
#include <hdf5.h>
#endif

#include "lab/generate.hpp"
#include "tests/support/own_folder.hpp"

namespace cairn::lab {
namespace {

class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& name) : path_(cairn::test::own_path(name)) {}
    ~TemporaryFile() { std::filesystem::remove(path_); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

void expect_same(const ContactProblem& a, const ContactProblem& b) {
    EXPECT_EQ(a.W.to_dense(), b.W.to_dense());
    EXPECT_EQ(a.q, b.q);
    EXPECT_EQ(a.mu, b.mu);
}

ContactProblem sample() {
    // Not symmetric: a reader that mixes up rows and columns is found out.
    Random random(5);
    return with_noise(generate_problem("random:seed=3,bodies=4,contacts=6"), random, 0.1);
}

TEST(ProblemFile, siconos_text_returns_every_bit_dense_and_sparse) {
    for (SiconosStorage storage : {SiconosStorage::dense, SiconosStorage::sparse_block}) {
        const TemporaryFile file("cairn_sample.dat");
        write_siconos(sample(), file.path(), storage);
        expect_same(sample(), read_problem(file.path()));
    }
}

TEST(ProblemFile, fclib_returns_every_bit) {
    if (!has_fclib()) GTEST_SKIP() << "this build has no HDF5";
    const TemporaryFile file("cairn_sample.hdf5");
    write_problem(sample(), file.path());
    EXPECT_EQ(fclib_kind(file.path()), FclibKind::local);
    expect_same(sample(), read_problem(file.path()));
}

TEST(ProblemFile, a_global_problem_is_condensed_to_W_and_q) {
    if (!has_fclib()) GTEST_SKIP() << "this build has no HDF5";
    GlobalProblem global;
    global.name = "global";
    Matrix M = Matrix::Zero(6, 6);
    M.diagonal() << 2, 2, 2, 0.5, 0.4, 0.3;
    Matrix H(6, 3);
    H << 0, 1, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0.1, 0, 0.2, 0, -0.3, 0, 0.7;
    global.M = M.sparseView();
    global.H = H.sparseView();
    global.f = Vector::LinSpaced(6, -1.0, 1.0);
    global.w = Vector::LinSpaced(3, 0.1, 0.3);
    global.mu = Vector::Constant(1, 0.6);
    const TemporaryFile file("cairn_global.hdf5");
    write_fclib(global, file.path());
    EXPECT_EQ(fclib_kind(file.path()), FclibKind::global);
    const ContactProblem local = read_problem(file.path());
    const Matrix inverse = M.diagonal().cwiseInverse().asDiagonal();
    EXPECT_LT((local.W.to_dense() - H.transpose() * inverse * H).norm(), 1e-14);
    EXPECT_LT((local.q - (H.transpose() * inverse * global.f + global.w)).norm(), 1e-14);
    global.M.coeffRef(0, 0) = 0.0;
    write_fclib(global, file.path());
    EXPECT_THROW(read_problem(file.path()), ProblemFileError);
}

std::string message_of(const std::string& text) {
    try {
        parse_siconos(text, "broken.dat");
    } catch (const ProblemFileError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(ProblemFile, broken_text_is_refused_with_file_line_and_reason) {
    const std::string good = "3\n1\n0\n3\n3\n3 3\n2 0 0\n0 2 0\n0 0 2\n-1 0 0\n0.5\n";
    EXPECT_EQ(message_of(good), "accepted");
    EXPECT_EQ(message_of(good + "0\n"), "accepted") << "no reference solution";
    EXPECT_EQ(message_of(good + "1\n0.5 0 0\n"), "accepted") << "one follows";
    EXPECT_NE(message_of(good + "0\n4\n").find("more after the problem's end"), std::string::npos);
    EXPECT_NE(message_of(good + "0.25\n").find("flag of a reference"), std::string::npos);
    EXPECT_NE(message_of("").find("broken.dat: line 1"), std::string::npos);
    EXPECT_NE(message_of("2\n1\n").find("dimension"), std::string::npos);
    EXPECT_NE(message_of("3\n-4\n").find("number of contacts"), std::string::npos);
    EXPECT_NE(message_of("3\n1\n7\n").find("storage"), std::string::npos);
    EXPECT_NE(message_of("3\n1\n0\n3\n4\n").find("columns of W"), std::string::npos);
    EXPECT_NE(message_of("3\n1\n0\n3\n3\n3 3\n2 0 0\n0 nan 0\n0 0 2\n-1 0 0\n0.5\n")
                  .find("line 8: an entry of W is not "
                        "finite"),
              std::string::npos);
    EXPECT_NE(message_of("3\n1\n0\n3\n3\n3 3\n2 0 0\n0 x 0\n0 0 2\n-1 0 0\n0.5\n").find("found 'x'"),
              std::string::npos);
    EXPECT_NE(message_of("3\n1\n0\n3\n3\n3 3\n2 0 0\n0 2 0\n0 0 2\n-1 0 0\n-0.5\n").find("negative"),
              std::string::npos);
    EXPECT_NE(message_of("3\n1\n0\n3\n3\n3 3\n2 0 0\n0 2 0\n0 0 2\n-1 0 inf\n0.5\n").find("q is not finite"),
              std::string::npos);
    EXPECT_NE(message_of("3\n9000000\n0\n27000000\n27000000\n27000000 27000000\n1\n").find("ends too early"),
              std::string::npos);
}

TEST(ProblemFile, every_truncation_of_a_file_is_refused) {
    for (SiconosStorage storage : {SiconosStorage::dense, SiconosStorage::sparse_block}) {
        ContactProblem problem = generate_problem("random:seed=1,bodies=2,contacts=2");
        const std::string text = format_siconos(problem, storage);
        // The file ends in mu; everything before its last number must be there.
        const std::size_t end = text.find_last_of(' ');
        int refused = 0;
        int tried = 0;
        for (std::size_t length = 0; length + 30 < end; length += 7, ++tried) {
            if (message_of(text.substr(0, length)) != "accepted") ++refused;
        }
        EXPECT_EQ(refused, tried);
    }
}

TEST(ProblemFile, random_damage_never_crashes_and_never_yields_non_finite_numbers) {
    const std::string text = format_siconos(sample(), SiconosStorage::sparse_block);
    Random random(77);
    for (int trial = 0; trial < 2000; ++trial) {
        std::string damaged = text;
        for (int hits = random.integer(1, 4); hits > 0; --hits) {
            damaged[static_cast<std::size_t>(random.integer(0, static_cast<int>(text.size()) - 1))] =
                "0123456789-+.enaif \n\t"[random.integer(0, 21)];
        }
        try {
            EXPECT_EQ(parse_siconos(damaged, "damaged.dat").defect(), "");
        } catch (const ProblemFileError&) {
        }
    }
}

TEST(ProblemFile, damaged_hdf5_is_refused_with_the_place_inside) {
    if (!has_fclib()) GTEST_SKIP() << "this build has no HDF5";
    const TemporaryFile file("cairn_damaged.hdf5");
    write_problem(sample(), file.path());
    std::ifstream in(file.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    in.close();
    for (std::size_t length : {std::size_t(8), std::size_t(100), bytes.size() / 2, bytes.size() - 1}) {
        std::ofstream(file.path(), std::ios::binary) << bytes.substr(0, length);
        EXPECT_THROW(read_problem(file.path()), ProblemFileError) << length;
    }
    ContactProblem bad = sample();
    bad.q[4] = std::numeric_limits<double>::quiet_NaN();
    write_problem(bad, file.path());
    try {
        read_problem(file.path());
        FAIL() << "a NaN was read";
    } catch (const ProblemFileError& error) {
        EXPECT_NE(std::string(error.what()).find("vectors/q[4]"), std::string::npos) << error.what();
    }
}

#ifdef CAIRN_HAS_HDF5
TEST(ProblemFile, an_array_that_announces_more_values_than_it_holds_is_refused_before_it_is_made) {
    const TemporaryFile file("cairn_announced.hdf5");
    write_problem(sample(), file.path());
    const char* const place = "fclib_local/vectors/q";
    const hid_t opened = H5Fopen(file.path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(opened, 0);
    H5Ldelete(opened, place, H5P_DEFAULT);
    // chunks that were never written take no room in the file: 8 TiB of zeros but for the first value
    const hsize_t extent = hsize_t(1) << 40, chunk = 64, one = 1, start = 0;
    const double value = -1.0;
    const hid_t space = H5Screate_simple(1, &extent, nullptr), memory = H5Screate_simple(1, &one, nullptr);
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(layout, 1, &chunk);
    const hid_t set = H5Dcreate2(opened, place, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &one, nullptr);
    EXPECT_GE(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &value), 0);
    H5Dclose(set), H5Pclose(layout), H5Sclose(memory), H5Sclose(space), H5Fclose(opened);
    try {
        read_problem(file.path());
        FAIL() << "it was read";
    } catch (const ProblemFileError& error) {
        EXPECT_NE(std::string(error.what()).find("vectors/q: announces 1099511627776"), std::string::npos)
            << error.what();
    }
}
#endif

TEST(ProblemFile, a_missing_file_and_an_unknown_ending_are_named) {
    EXPECT_THROW(read_problem("no/such/file.dat"), ProblemFileError);
    EXPECT_THROW(write_problem(sample(), "problem.xyz"), ProblemFileError);
}

}  // namespace
}  // namespace cairn::lab
