// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checked access to members of JSON objects from untrusted files.
#pragma once

#include "libcore/base/index.hpp"

#include <concepts>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tessera {

/// Returns whether it is an object whose "schema" is this text. nlohmann's value() throws if "schema" is not a text.
template <class Json>
[[nodiscard]] bool has_schema(Json const& json, std::string_view schema) {
    if (!json.is_object()) return false;
    auto const member = json.find("schema");
    return member != json.end() && member->is_string() && member->template get_ref<std::string const&>() == schema;
}

/// Thrown if a member is missing or has another type. The message names the member, its object and what is expected.
class JsonMismatch : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Returns whether it is a whole number that fits T. A number above the largest Index does not count.
template <std::integral T, class Json>
[[nodiscard]] bool is_whole_number(Json const& json) {
    if (!json.is_number_integer()) return false;
    if (json.is_number_unsigned() && json.template get<std::uint64_t>() > std::numeric_limits<std::uint64_t>::max() / 2)
        return false;
    return std::in_range<T>(json.template get<Index>());
}

/// Returns the expected form of a member, for messages.
template <class T>
constexpr std::string_view json_expectation() {
    if constexpr (std::same_as<T, std::string>)
        return "a text";
    else if constexpr (std::integral<T>)
        return "a whole number";
    else
        return "a list of whole numbers";
}

/// Returns whether it is a T: a text, a whole number or a list of whole numbers.
template <class T, class Json>
[[nodiscard]] bool is_json(Json const& json) {
    if constexpr (std::same_as<T, std::string>) {
        return json.is_string();
    } else if constexpr (std::integral<T>) {
        return is_whole_number<T>(json);
    } else {
        if (!json.is_array()) return false;
        for (Json const& each : json)
            if (!is_whole_number<typename T::value_type>(each)) return false;
        return true;
    }
}

/// Returns the value as a T. nlohmann's get() casts numbers of any kind, and a number that does not fit is undefined behaviour.
/// Throws JsonMismatch.
template <class T, class Json>
[[nodiscard]] T json_as(Json const& json) {
    if (!is_json<T>(json)) throw JsonMismatch("a value must be " + std::string(json_expectation<T>()));
    return json.template get<T>();
}

/// Returns a member as a T, or `otherwise` if the object has no member of this name. Throws JsonMismatch.
template <class T, class Json>
[[nodiscard]] T json_member_or(Json const& object, char const* name, T otherwise) {
    auto const member = object.find(name);
    return member == object.end() ? otherwise : json_as<T>(*member);
}

/// Returns the member `name` of an object as a T. `where`: the name of the object, for messages. Throws JsonMismatch.
template <class T, class Json>
[[nodiscard]] T json_member(Json const& object, std::string const& name, std::string const& where) {
    if (!object.is_object()) throw JsonMismatch(where + " must be an object");
    std::string const expected(json_expectation<T>());
    auto const member = object.find(name);
    if (member == object.end()) throw JsonMismatch(where + " needs \"" + name + "\", " + expected);
    if (!is_json<T>(*member)) throw JsonMismatch("\"" + name + "\" in " + where + " must be " + expected);
    return member->template get<T>();
}

/// Returns a member that is a number of bytes and must not be negative. Throws JsonMismatch.
template <class Json>
[[nodiscard]] Index json_bytes(Json const& object, std::string const& name, std::string const& where) {
    auto const bytes = json_member<Index>(object, name, where);
    if (bytes < 0) throw JsonMismatch("\"" + name + "\" in " + where + " must not be negative");
    return bytes;
}

} // namespace tessera
