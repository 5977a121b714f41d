#pragma once
// Where a test writes: a folder of this process alone. Tests run beside each other, and beside those of other
// trees and other users of the machine, whose files may have the same names.

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace cairn::test {

/// Made when it is first asked for; it goes with the process.
inline const std::filesystem::path& own_folder() {
    struct Folder {
        std::filesystem::path path;
        Folder() {
            std::string name = (std::filesystem::path(testing::TempDir()) / "cairn_XXXXXX").string();
            if (mkdtemp(name.data()) == nullptr)
                throw std::runtime_error(name + ": no such folder can be made");
            path = name;
        }
        ~Folder() {
            std::error_code nobody_minds;
            std::filesystem::remove_all(path, nobody_minds);
        }
    };
    static const Folder folder;
    return folder.path;
}

inline std::string own_path(const std::string& name) { return (own_folder() / name).string(); }

}  // namespace cairn::test
