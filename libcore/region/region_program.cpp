// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program that collects a region, or updates it.
#include "libcore/region/region_program.hpp"

#include "libcore/region/detail/program_parts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace tessera {

namespace detail {

namespace {

/// Row-major or column-major: ((x1) * n2 + x2) ..., the slowest first.
std::string linear_expression_of(std::vector<std::string> const& places, std::vector<Index> const& extents, bool first_is_fastest) {
    std::string text;
    for (std::size_t k = 0; k < places.size(); ++k) {
        std::size_t const d = first_is_fastest ? places.size() - 1 - k : k;
        text = text.empty() ? places[d] : fmt::format("({}) * {} + {}", text, extents[d], places[d]);
    }
    return text.empty() ? "0" : text;
}

} // namespace

std::vector<std::string> ProgramParts::numbered(std::string const& letter, std::size_t count) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("{}{}", letter, i + 1));
    return names;
}

std::vector<std::string> ProgramParts::parameters() const {
    // Words of the two languages that are names of variables in other programs, and what our programs call things themselves.
    static std::set<std::string> const taken = {
        "add",    "and",     "array",  "auto",     "bool",  "break",  "buffer", "case",    "char",    "class",  "const",  "default",
        "do",     "double",  "e",      "elements", "else",  "enum",   "error",  "false",   "float",   "for",    "host",   "if",
        "int",    "k",       "larger", "list",     "local", "long",   "main",   "message", "modulo",  "move",   "n",      "new",
        "next",   "not",     "number", "o",        "or",    "owners", "place",  "point",   "private", "public", "rank",   "ranks",
        "region", "request", "return", "run",      "sent",  "short",  "signed", "static",  "std",     "struct", "switch", "there",
        "this",   "times",   "to",     "touched",  "true",  "union",  "used",   "using",   "void",    "while",  "wrong",  "xor"};
    std::vector<std::string> names;
    for (std::string const& name : region.statement().parameters) {
        std::string word = name;
        std::ranges::transform(word, word.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        names.push_back(taken.contains(word) ? name + "_given" : name);
    }
    return names;
}

std::vector<std::string> ProgramParts::with_parameters(std::span<std::string const> names) const {
    std::vector<std::string> result = parameters();
    for (std::size_t i = result.size(); i < names.size(); ++i) result.push_back(names[i]);
    return result;
}

std::vector<std::string> ProgramParts::element_names() const {
    return with_parameters(polyhedra.elements().names());
}

std::vector<std::string> ProgramParts::owner_names() const {
    return with_parameters(polyhedra.owners().names());
}

/// The loops' variables are called _1, _2, ... by dimension, the slowest first.
std::vector<std::string> ProgramParts::region_names() const {
    std::vector<std::string> result;
    for (std::string const& name : with_parameters(region.loops().names()))
        result.push_back(name.starts_with('_') ? "a" + name.substr(1) : name);
    return result;
}

std::string ProgramParts::number_expression() const {
    std::vector<std::string> places;
    for (std::size_t d = 0; d < dims(); ++d) places.push_back(fmt::format("(a{} - ({}))", d + 1, region.array().lower[d]));
    return linear_expression_of(places, region.array().extents, region.array().order == StorageOrder::Fortran);
}

std::string ProgramParts::place_expression() const {
    std::vector<std::string> places;
    for (std::size_t d = 0; d < dims(); ++d) places.push_back(fmt::format("(l{} - 1)", d + 1));
    return linear_expression_of(places, polyhedra.allocation(), region.array().order == StorageOrder::Fortran);
}

std::string ProgramParts::ranks_list() const {
    std::vector<Rank> ranks;
    for (Index position = 0; position < mapping.grid().size(); ++position) ranks.push_back(mapping.grid().rank(position));
    return fmt::format("{}", fmt::join(ranks, ", "));
}

std::string ProgramParts::position_expression() const {
    std::vector<std::string> places;
    for (std::size_t p = 0; p < polyhedra.coordinates().size(); ++p) places.push_back(fmt::format("(p{} - 1)", p + 1));
    return linear_expression_of(places, polyhedra.coordinates(), false);
}

Index ProgramParts::local_size() const {
    Index size = 1;
    for (Index const extent : polyhedra.allocation()) size *= extent;
    return size;
}

} // namespace detail

Result<std::string> region_program(Region const& region, std::vector<Index> const& values, Mapping const& mapping,
                                   RegionProgram const& what) {
    auto const polyhedra = RegionPolyhedra::make(region, mapping);
    if (!polyhedra) return forward_error(polyhedra);
    detail::ProgramParts const parts{region, values, mapping, *polyhedra, what};
    return what.language == ProgramLanguage::Cpp ? detail::cpp_region_program(parts) : detail::fortran_region_program(parts);
}

} // namespace tessera
