#include "scene/json_reader.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace cairn {

namespace {

/// Bounds that were written as floats in as few digits as they were written with.
std::string shown_number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6g", value);
    if (std::strtof(text, nullptr) != static_cast<float>(value))
        std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

double read_number(const std::string& path, const Json& value, Range range) {
    if (!value.is_number()) wrong_type(path, "a number", value);
    const double number = value.is_number_float()      ? static_cast<double>(value.get<float>())
                          : value.is_number_unsigned() ? static_cast<double>(value.get<uint64_t>())
                                                       : static_cast<double>(value.get<int64_t>());
    const bool low = range.above ? !(number > range.minimum) : !(number >= range.minimum);
    if (low && range.minimum > -unlimited) {
        throw Error(path + ": must be " + (range.above ? "> " : ">= ") + shown_number(range.minimum) +
                    ", got " + shown(value));
    }
    if (low || !(number <= range.maximum)) {
        const std::string bound = range.maximum < unlimited ? "<= " + shown_number(range.maximum) : "finite";
        throw Error(path + ": must be " + bound + ", got " + shown(value));
    }
    return number;
}

}  // namespace

std::string element_path(const std::string& path, size_t index) {
    return path + "[" + std::to_string(index) + "]";
}

void wrong_type(const std::string& path, const char* expected, const Json& value) {
    throw Error(path + ": must be " + expected + ", got " + shown(value));
}

std::string read_name(const std::string& path, const Json& value) {
    if (!value.is_string()) wrong_type(path, "a string", value);
    const std::string& name = value.get_ref<const std::string&>();
    if (name.empty() || name.size() > 256)
        throw Error(path + ": must be 1 to 256 bytes long, got " + shown(value));
    if (has_control(name)) throw Error(path + ": must not hold control characters, got " + shown(value));
    return name;
}

Vec3 read_point(const std::string& path, const Json& value) {
    if (!value.is_array() || value.size() != 3) wrong_type(path, "an array of 3 numbers", value);
    Vec3 point;
    for (int i = 0; i < 3; ++i) {
        const auto index = static_cast<size_t>(i);
        point[i] = static_cast<float>(read_number(element_path(path, index), value[index], anything));
    }
    return point;
}

JsonReader::JsonReader(const Json& json, std::string path, const BodyNames* bodies)
    : json_(json), path_(std::move(path)), bodies_(bodies) {
    if (!json.is_object()) wrong_type(path_.empty() ? "the scene" : path_, "an object", json);
}

const Json* JsonReader::find(const char* key, Need need) {
    known_.emplace_back(key);
    const auto found = json_.find(key);
    if (found != json_.end()) return &*found;
    if (need == Need::must) fail(key, "is missing");
    return nullptr;
}

const Json* JsonReader::array(const char* key, size_t most) {
    const Json* found = find(key, Need::may);
    if (!found) return nullptr;
    if (!found->is_array()) wrong_type(path_of(key), "an array", *found);
    if (found->size() > most) {
        fail(key,
             "must have at most " + std::to_string(most) + " elements, got " + std::to_string(found->size()));
    }
    return found;
}

double JsonReader::checked(const std::string& key, const Json& value, Range range) const {
    return read_number(path_of(key), value, range);
}

Vec3 JsonReader::triple(const std::string& key, const Json& value, Range range) const {
    const Vec3 point = read_point(path_of(key), value);
    for (int i = 0; i < 3; ++i) {
        const auto index = static_cast<size_t>(i);
        read_number(element_path(path_of(key), index), value[index], range);
    }
    return point;
}

void JsonReader::number(const char* key, float& value, Range range, const char*, Need need) {
    const Json* found = find(key, need);
    if (!found) return;
    value = static_cast<float>(checked(key, *found, range));
    // A number such as 1e-60 is positive on paper and zero as a float.
    if (range.above && !(static_cast<double>(value) > range.minimum))
        fail(key, "is too small to tell from 0");
}

void JsonReader::integer(const char* key, int& value, Range range, const char*, Need need) {
    const Json* found = find(key, need);
    if (!found) return;
    if (!found->is_number_integer()) wrong_type(path_of(key), "a whole number", *found);
    value = static_cast<int>(checked(key, *found, range));
}

void JsonReader::natural(const char* key, uint64_t& value, const char*, Need need) {
    const Json* found = find(key, need);
    if (!found) return;
    if (!found->is_number_unsigned()) wrong_type(path_of(key), "a whole number from 0 to 2^64 - 1", *found);
    value = found->get<uint64_t>();
}

void JsonReader::flag(const char* key, bool& value, const char*) {
    const Json* found = find(key, Need::may);
    if (!found) return;
    if (!found->is_boolean()) wrong_type(path_of(key), "true or false", *found);
    value = found->get<bool>();
}

void JsonReader::text(const char* key, std::string& value, const char*, Need need) {
    const Json* found = find(key, need);
    if (found) value = read_name(path_of(key), *found);
}

void JsonReader::vector(const char* key, Vec3& value, Range range, const char*, Need need) {
    const Json* found = find(key, need);
    if (found) value = triple(key, *found, range);
}

void JsonReader::maybe_vector(const char* key, std::optional<Vec3>& value, const char*) {
    const Json* found = find(key, Need::may);
    if (found) value = triple(key, *found, anything);
}

void JsonReader::direction(const char* key, Vec3& value, const char*) {
    const Json* found = find(key, Need::may);
    if (!found) return;
    value = triple(key, *found, anything);
    const double x = static_cast<double>(value.x), y = static_cast<double>(value.y),
                 z = static_cast<double>(value.z);
    const double size = std::sqrt(x * x + y * y + z * z);
    if (size < 1e-12 || size > 1e12) fail(key, "must be a direction, got " + shown(*found));
}

void JsonReader::rotation(const char* key, Quat& value, const char*) {
    const Json* found = find(key, Need::may);
    if (!found) return;
    if (!found->is_array() || found->size() != 4) wrong_type(path_of(key), "an array of 4 numbers", *found);
    float parts[4];
    double sum = 0;
    for (size_t i = 0; i < 4; ++i) {
        const double part = checked(element_path(key, i), (*found)[i], {-1.01, 1.01});
        parts[i] = static_cast<float>(part);
        sum += part * part;
    }
    // Left as written where it is a rotation up to rounding, so that what was exported comes back bit by bit.
    if (!(sum > 0.998 && sum < 1.002)) {
        fail(key, "must have length 1, got " + shown(*found) + " of length " + shown_number(std::sqrt(sum)));
    }
    value = {parts[0], parts[1], parts[2], parts[3]};
}

void JsonReader::color(const char* key, std::optional<uint32_t>& value, const char*) {
    const Json* found = find(key, Need::may);
    if (!found) return;
    const std::string text = found->is_string() ? found->get<std::string>() : "";
    const bool good = text.size() == 7 && text[0] == '#' &&
                      text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (!good) wrong_type(path_of(key), "a colour such as \"#c0392b\"", *found);
    value = static_cast<uint32_t>(std::stoul(text.substr(1), nullptr, 16));
}

void JsonReader::limits(const char* key, Limits& value, const char*) {
    const Json* found = find(key, Need::may);
    if (!found) return;
    if (!found->is_array() || found->size() != 2) wrong_type(path_of(key), "an array [lower, upper]", *found);
    const float lower = static_cast<float>(checked(element_path(key, 0), (*found)[0], anything));
    const float upper = static_cast<float>(checked(element_path(key, 1), (*found)[1], anything));
    if (lower > upper) fail(key, "lower must be <= upper, got " + shown(*found));
    value = {true, lower, upper};
}

void JsonReader::motor(const char* key, Motor& value, const char* doc) {
    if (!find(key, Need::may)) return;
    object(key, value, doc);
    value.enabled = true;
}

void JsonReader::body(const char* key, int& value, const char*) {
    const Json* found = find(key, Need::must);
    const std::string name = read_name(path_of(key), *found);
    const auto index = bodies_->find(name);
    if (index != bodies_->end()) {
        value = index->second;
        return;
    }
    std::vector<std::string> names;
    for (const auto& entry : *bodies_) names.push_back(entry.first);
    std::sort(names.begin(), names.end());
    fail(key, unknown_word("body", name, names));
}

size_t JsonReader::index_of(const char* key, const Json& value, const char* const* names,
                            size_t count) const {
    if (!value.is_string()) wrong_type(path_of(key), "a string", value);
    const std::string& word = value.get_ref<const std::string&>();
    std::vector<std::string> candidates(names, names + count);
    const auto found = std::find(candidates.begin(), candidates.end(), word);
    if (found == candidates.end()) fail(key, unknown_word(key, word, candidates));
    return static_cast<size_t>(found - candidates.begin());
}

void JsonReader::finish() const {
    for (const auto& item : json_.items()) {
        const std::string& key = item.key();
        if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
        const std::string guess = nearest(key, known_);
        fail(shown_key(key), guess.empty() ? "unknown key" : "unknown key; did you mean '" + guess + "'?");
    }
}

}  // namespace cairn
