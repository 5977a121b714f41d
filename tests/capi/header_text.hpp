#pragma once
// Reads declarations out of headers, well enough for headers written in the style of this project.

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace header_text {

/// A file of the repository without its comments.
inline std::string read(const std::string& path) {
    std::ifstream file(std::string(CAIRN_SOURCE_DIR) + "/" + path);
    if (!file) throw std::runtime_error("cannot read " + path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return std::regex_replace(text, std::regex("//[^\n]*"), "");
}

inline std::vector<std::smatch> find_all(const std::string& text, const std::regex& pattern) {
    return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

/// The text between the brace at or after `from` and the one that closes it.
inline std::string braced(const std::string& text, size_t from) {
    const size_t open = text.find('{', from);
    size_t at = open;
    for (int depth = 0; at < text.size(); ++at) {
        if (text[at] == '{') ++depth;
        if (text[at] == '}' && --depth == 0) break;
    }
    return text.substr(open + 1, at - open - 1);
}

/// Removes everything between a pair of brackets, nested ones included, with the brackets.
inline std::string without(const std::string& text, char open, char close) {
    std::string rest;
    int depth = 0;
    for (const char c : text) {
        if (c == open) ++depth;
        if (depth == 0) rest += c;
        if (c == close && depth > 0) --depth;
    }
    return rest;
}

inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

inline std::string last_word(const std::string& text) {
    std::smatch match;
    return std::regex_search(text, match, std::regex("(\\w+)\\s*$")) ? match[1].str() : "";
}

/// Names of the fields in the body of a struct.
inline std::vector<std::string> fields(std::string body) {
    body = without(without(body, '<', '>'), '[', ']');
    body =
        std::regex_replace(body, std::regex("\\)\\s*(const)?\\s*\\{[^{}]*\\}"), ");");  // bodies of functions
    body = without(body, '{', '}');                                                     // initialisers
    std::vector<std::string> names;
    for (std::string statement : split(body, ';')) {
        if (statement.find('(') != std::string::npos) continue;
        statement = std::regex_replace(statement, std::regex("=[^,]*"), "");
        for (const std::string& declarator : split(statement, ','))
            if (const std::string name = last_word(declarator); !name.empty()) names.push_back(name);
    }
    return names;
}

/// Every struct of a C++ header with the names of its fields.
inline std::map<std::string, std::vector<std::string>> structs(const std::string& text) {
    std::map<std::string, std::vector<std::string>> found;
    for (const std::smatch& match : find_all(text, std::regex("struct (\\w+)\\s*(?:: \\w+ )?\\{")))
        found[match[1]] = fields(braced(text, static_cast<size_t>(match.position())));
    return found;
}

struct Method {
    std::string name;
    std::string first;  // type of the first parameter, without const and reference; empty where there is none
};

/// Member functions of a class, constructors, destructors and operators left out.
inline std::vector<Method> methods(const std::string& text, const std::string& class_name) {
    std::string body = braced(text, text.find("class " + class_name + " {"));
    body = body.substr(0, body.find("private:"));
    body = std::regex_replace(body, std::regex("= 0;"), ";");  // pure virtual
    body = std::regex_replace(body, std::regex("\\{[^{}]*\\}(?!\\s*[,)])"), ";");
    std::vector<Method> found;
    const std::regex declaration("\\b(\\w+)\\((?:const )?([\\w:]*)[^;]*\\)\\s*(?:const)?\\s*;");
    for (const std::string& statement : split(body, ';')) {
        std::smatch match;
        const std::string whole = statement + ";";
        if (!std::regex_search(whole, match, declaration) || match[1] == class_name) continue;
        if (statement.find("operator") == std::string::npos) found.push_back({match[1], match[2]});
    }
    return found;
}

/// BodyDef -> body_def
inline std::string snake(const std::string& camel) {
    std::string result;
    for (const char c : camel) {
        if (std::isupper(static_cast<unsigned char>(c)) && !result.empty()) result += '_';
        result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

}  // namespace header_text
