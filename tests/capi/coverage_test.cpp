// The C API covers the whole C++ API: what is added there without a counterpart here fails a test.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/capi/header_text.hpp"

namespace {

using header_text::Method;
using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;

const std::vector<std::string> cpp_headers = {"body",   "debug_draw", "events", "ids",  "joint", "math",
                                              "report", "shape",      "solver", "task", "world"};

std::string cpp_header(const std::string& name) {
    return header_text::read("include/cairn/" + name + ".hpp");
}

/// Every function that cairn.h declares.
std::set<std::string> c_functions() {
    const std::string text = header_text::read("include/cairn/cairn.h");
    std::set<std::string> names;
    for (const std::smatch& match : header_text::find_all(text, std::regex("\\b(cairn_\\w+)\\([^;]*;")))
        names.insert(match[1]);
    return names;
}

/// The C struct's text, empty where there is none.
std::string c_struct(const std::string& name) {
    const std::string text = header_text::read("include/cairn/cairn_types.h");
    const size_t at = text.find("typedef struct " + name + " {");
    return at == std::string::npos ? "" : header_text::braced(text, at);
}

/// The C struct of a C++ one, by name; the twins of ids stand for one template.
std::string c_struct_name(const std::string& cpp) {
    static const std::map<std::string, std::string> renamed = {{"Id", "cairn_body"},
                                                               {"JointBase", "cairn_joint_def"}};
    const auto found = renamed.find(cpp);
    return found != renamed.end() ? found->second : "cairn_" + header_text::snake(cpp);
}

/// Every struct of the public headers with its fields; what is opaque in C is left out.
std::map<std::string, std::vector<std::string>> cpp_structs() {
    std::map<std::string, std::vector<std::string>> all;
    for (const std::string& header : cpp_headers) all.merge(header_text::structs(cpp_header(header)));
    all.erase("World"), all.erase("Impl");
    return all;
}

bool has_word(const std::string& text, const std::string& word) {
    return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

/// The body of the function that `declaration` begins, empty where there is none.
std::string function(const std::string& text, const std::string& declaration) {
    const size_t at = text.find(declaration);
    return at == std::string::npos ? "" : header_text::braced(text, at);
}

/// The function of cairn.h that does what a method of World does: nouns come first in C.
std::string c_name(const Method& method) {
    static const std::map<std::string, std::string> renamed = {
        {"add_body", "cairn_body_add"},   {"remove_body", "cairn_body_remove"},
        {"add_shape", "cairn_shape_add"}, {"remove_shape", "cairn_shape_remove"},
        {"add_joint", "cairn_joint_add"}, {"remove_joint", "cairn_joint_remove"},
        {"type", "cairn_body_get_type"},  // cairn_body_type is the enumeration
    };
    if (const auto found = renamed.find(method.name); found != renamed.end()) return found->second;
    if (method.name == "overlapping") return "cairn_world_overlapping_" + header_text::snake(method.first);
    if (method.first == "BodyId") return "cairn_body_" + method.name;
    if (method.first == "ShapeId") return "cairn_shape_" + method.name;
    if (method.first == "JointId")
        return "cairn_joint_" + std::regex_replace(method.name, std::regex("^joint_"), "");
    return "cairn_world_" + method.name;
}

TEST(CApi, has_a_function_for_every_method_of_the_world) {
    const std::vector<Method> methods = header_text::methods(cpp_header("world"), "World");
    EXPECT_GE(methods.size(), 70u) << "the header was not understood";
    const std::set<std::string> functions = c_functions();
    for (const Method& method : methods)
        EXPECT_THAT(functions, Contains(c_name(method)))
            << "for World::" << method.name << "(" << method.first << ")";
}

TEST(CApi, has_a_function_for_every_method_of_hulls_and_snapshots) {
    const std::set<std::string> functions = c_functions();
    const std::vector<Method> hull = header_text::methods(cpp_header("shape"), "Hull");
    EXPECT_THAT(hull, SizeIs(5));
    for (const Method& method : hull) {
        if (method.name == "data" || method.name == "shared")
            continue;  // the engine's own, opaque in C++ too
        EXPECT_THAT(functions, Contains("cairn_hull_" + method.name));
    }
    const std::vector<Method> snapshot = header_text::methods(cpp_header("world"), "Snapshot");
    EXPECT_THAT(snapshot, SizeIs(1));
    for (const Method& method : snapshot) EXPECT_THAT(functions, Contains("cairn_snapshot_" + method.name));
}

TEST(CApi, has_a_function_for_every_free_function) {
    const std::map<std::string, std::string> counterpart = {
        {"version", "cairn_version"},
        {"stage_name", "cairn_stage_name"},
        {"mass_properties", "cairn_geometry_mass_properties"},
        {"make_task_system", "cairn_task_system_create"},
        {"axis_angle", "cairn_quat_axis_angle"},
        {"rotation_between", "cairn_quat_between"},
        {"to_quat", "cairn_quat_from_mat3"},
        {"inverse", "cairn_mat3_inverse"},
    };
    const std::set<std::string> functions = c_functions();
    size_t seen = 0;
    const std::regex declaration("\n(?!struct|class|using|enum)[A-Za-z][\\w:*& ]*[ *&](\\w+)\\([^;{]*\\);");
    for (const std::string& name : cpp_headers) {
        const std::string text = cpp_header(name);
        for (const std::smatch& match : header_text::find_all(text, declaration)) {
            const auto found = counterpart.find(match[1]);
            ++seen;
            if (found == counterpart.end())
                ADD_FAILURE() << name << ".hpp declares " << match[1] << ", which this test does not know";
            else
                EXPECT_THAT(functions, Contains(found->second));
        }
    }
    EXPECT_EQ(seen, counterpart.size());
}

TEST(CApi, has_a_function_pointer_for_every_virtual_function) {
    for (const auto& [header, name, count] :
         {std::tuple{"debug_draw", "DebugDraw", 4u}, {"task", "TaskSystem", 3u}}) {
        const std::vector<Method> methods = header_text::methods(cpp_header(header), name);
        EXPECT_THAT(methods, SizeIs(count)) << name;
        const std::string body = c_struct(c_struct_name(name));
        for (const Method& method : methods) EXPECT_THAT(body, HasSubstr("(*" + method.name + ")(")) << name;
    }
}

TEST(CApi, has_a_field_for_every_field_of_every_public_struct) {
    int seen = 0;
    for (const auto& [name, fields] : cpp_structs()) {
        const std::string body = c_struct(c_struct_name(name));
        EXPECT_NE(body, "") << name << " has no " << c_struct_name(name);
        for (const std::string& field : fields) {
            EXPECT_TRUE(has_word(body, field)) << name << "::" << field;
            ++seen;
        }
    }
    EXPECT_GE(seen, 180) << "the headers were not understood";
}

// A field that both languages have must be carried from one to the other. Either the compiler compares the
// places of all fields (twins.hpp), or definitions_test.cpp does their values (same_fields.hpp), or they are
// events.
TEST(CApi, carries_every_field_of_every_public_struct) {
    const std::string twins = header_text::read("src/capi/twins.hpp");
    const std::string tests = header_text::read("tests/capi/same_fields.hpp");
    const std::string events = header_text::read("src/capi/events.cpp");
    // a scheduler is adopted, not copied, and functions have no value to compare: world.c and joints.c use
    // them
    const std::set<std::string> without_value = {"tasks", "evaluate", "evaluate_all"};
    for (const auto& [name, fields] : cpp_structs()) {
        const std::string c = c_struct_name(name), twin = "(" + c + ", " + (name == "Id" ? "BodyId" : name);
        const bool same_bytes = twins.find("CAIRN_TWINS" + twin + ")") != std::string::npos;
        const std::string compared =
            function(tests, "expect_same(const " + c + "& c, const " + name + "& cpp)");
        const std::string filled = function(tests, "number(Numbers& numbers, " + name + "& def)");
        for (const std::string& field : fields) {
            if (same_bytes) {
                EXPECT_THAT(twins, HasSubstr("CAIRN_SAME_PLACE" + twin + ", " + field + ")"));
            } else if (name == "Events") {
                EXPECT_THAT(events, HasSubstr("publish(from." + field + ", kept." + field + ", out." + field +
                                              ", out." + field + "_count)"));
            } else if (!without_value.count(field)) {
                EXPECT_TRUE(has_word(compared, field)) << "expect_same of " << name << " lacks " << field;
                EXPECT_TRUE(has_word(filled, field)) << "number of " << name << " lacks " << field;
            }
        }
    }
}

/// The names in an enumeration's braces.
std::vector<std::string> enumerators(const std::string& braced) {
    std::vector<std::string> names;
    for (const std::string& part : header_text::split(braced, ','))
        names.push_back(header_text::last_word(part));
    return names;
}

TEST(CApi, has_every_enumerator_in_its_place) {
    const std::string types = header_text::read("include/cairn/cairn_types.h");
    std::set<std::vector<std::string>> c_lists;
    for (const std::smatch& match : header_text::find_all(types, std::regex("enum \\{([^}]*)\\}")))
        c_lists.insert(enumerators(match[1]));
    size_t seen = 0;
    for (const std::string& header : cpp_headers) {
        const std::string text = cpp_header(header);
        for (const std::smatch& match :
             header_text::find_all(text, std::regex("enum class (\\w+)[^{]*\\{([^}]*)\\}"))) {
            const std::string prefix =
                header_text::snake(std::regex_replace(match[1].str(), std::regex("Type$"), ""));
            std::vector<std::string> wanted = enumerators(match[2]);
            for (std::string& name : wanted) {
                name = "cairn_" + prefix + "_" + name;
                for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            }
            EXPECT_THAT(c_lists, Contains(wanted));
            seen += wanted.size();
        }
    }
    EXPECT_GE(seen, 17u);
}

TEST(CApi, defines_every_function_that_it_declares) {
    std::string sources;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(CAIRN_SOURCE_DIR) + "/src/capi"))
        if (entry.path().extension() == ".cpp")
            sources += header_text::read("src/capi/" + entry.path().filename().string());
    for (const std::string& name : c_functions())
        EXPECT_TRUE(std::regex_search(sources, std::regex("\n[\\w* ]*\\b" + name + "\\([^;]*\\{"))) << name;
}

}  // namespace
