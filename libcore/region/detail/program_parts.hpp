// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the texts that programs in both languages are made of.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/region/region_polyhedra.hpp"
#include "libcore/region/region_program.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera::detail {

/// Everything that a program says of its region.
struct ProgramParts {
    Region const& region;
    std::vector<Index> const& values;
    Mapping const& mapping;
    RegionPolyhedra const& polyhedra;
    RegionProgram const& what;

    [[nodiscard]] std::size_t dims() const { return region.array().extents.size(); }
    /// As the program calls them: a name that it has for something else gets a tail.
    [[nodiscard]] std::vector<std::string> parameters() const;
    /// "p1", "p2", ...
    [[nodiscard]] std::vector<std::string> numbered(std::string const& letter, std::size_t count) const;
    /// Of the element loops: the parameters, the processors' coordinates, then the loops' own.
    [[nodiscard]] std::vector<std::string> element_names() const;
    [[nodiscard]] std::vector<std::string> owner_names() const;
    [[nodiscard]] std::vector<std::string> region_names() const;
    /// The element's number in storage order, as an expression of a1, a2, ...: from 0.
    [[nodiscard]] std::string number_expression() const;
    /// Its local place from 0, as an expression of l1, l2, ...
    [[nodiscard]] std::string place_expression() const;
    /// The names of loops, the parameters among them as the program calls them.
    [[nodiscard]] std::vector<std::string> with_parameters(std::span<std::string const> names) const;
    [[nodiscard]] std::string ranks_list() const;          ///< by position in the grid, row-major
    [[nodiscard]] std::string position_expression() const; ///< of p1, p2, ...
    [[nodiscard]] Index local_size() const;
};

[[nodiscard]] std::string cpp_region_program(ProgramParts const& parts);
[[nodiscard]] std::string fortran_region_program(ProgramParts const& parts);

} // namespace tessera::detail
