// SPDX-License-Identifier: BSD-3-Clause
// Tessera: dates and time spans stored as numbers with attributes of netCDF's CF conventions.
#include "libcore/files/store/time_notes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <utility>

namespace tessera {

namespace {

constexpr std::string_view type_attribute = "numpy_dtype";
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> cf_units{{{"D", "days"},
                                                                                 {"h", "hours"},
                                                                                 {"m", "minutes"},
                                                                                 {"s", "seconds"},
                                                                                 {"ms", "milliseconds"},
                                                                                 {"us", "microseconds"},
                                                                                 {"ns", "nanoseconds"}}};

/// Returns the unit: "ns" for "M8[ns]".
std::string_view unit_of(std::string_view times) {
    return times.size() > 4 && times.ends_with(']') ? times.substr(3, times.size() - 4) : "";
}

std::vector<std::byte> no_time() {
    std::int64_t const number = std::numeric_limits<std::int64_t>::min();
    std::vector<std::byte> bytes(sizeof number);
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

} // namespace

bool has_cf_units(std::string_view times) {
    return std::ranges::any_of(cf_units, [&](auto const& each) { return each.first == unit_of(times); });
}

std::vector<Attribute> attributes_of_times(std::string_view times) {
    if (!has_cf_units(times)) return {};
    bool const is_date = times.starts_with('M');
    auto const* const units = std::ranges::find(cf_units, unit_of(times), [](auto const& each) { return each.first; });
    std::vector<Attribute> all{{"units", fmt::format("{}{}", units->second, is_date ? " since 1970-01-01" : "")}};
    if (is_date) all.push_back({"calendar", "proleptic_gregorian"});
    all.push_back({std::string(type_attribute), fmt::format("{}[{}]", is_date ? "datetime64" : "timedelta64", units->first)});
    return all;
}

void take_times(ArrayNotes& notes, ElementType const& type) {
    auto const found = std::ranges::find(notes.attributes, type_attribute, &Attribute::name);
    if (found == notes.attributes.end() || type.name != "int64") return;
    for (auto const& [unit, word] : cf_units)
        for (char const letter : {'M', 'm'}) {
            std::string const times = fmt::format("{}8[{}]", letter, unit);
            std::vector<Attribute> const all = attributes_of_times(times);
            auto const is_there = [&](Attribute const& each) {
                return std::ranges::find(notes.attributes, each) != notes.attributes.end();
            };
            if (!std::ranges::all_of(all, is_there)) continue;
            notes.times = times;
            std::erase_if(notes.attributes, [&](Attribute const& each) { return std::ranges::find(all, each) != all.end(); });
            return take_implicit_fill(notes);
        }
}

void set_times(ArrayNotes& notes, std::string times, std::vector<std::string>& lost) {
    bool const has_units = std::ranges::any_of(notes.attributes, [](Attribute const& each) {
        return each.name == "units" || each.name == "calendar" || each.name == type_attribute;
    });
    if (has_units && !times.empty())
        lost.push_back(meaning_of_times(times));
    else
        notes.times = std::move(times);
}

bool is_no_time(ArrayNotes const& notes) {
    return !notes.times.empty() && notes.fill == no_time();
}

bool has_implicit_fill(ArrayNotes const& notes) {
    return is_no_time(notes) && unit_of(notes.times) == "ns";
}

void give_no_time(ArrayNotes& notes) {
    notes.fill = no_time();
}

void take_implicit_fill(ArrayNotes& notes) {
    if (notes.fill.empty() && unit_of(notes.times) == "ns") give_no_time(notes);
}

} // namespace tessera
