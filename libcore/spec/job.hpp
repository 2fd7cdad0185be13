// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job, what a job file or the compact notation says: arrays, their states, and copies between arrays.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/io_statement.hpp"
#include "libcore/spec/phase_statement.hpp"
#include "libcore/spec/region_statement.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// One array and its mappings in the order the directives make them: states[0] is "from", the last is "to".
/// There is at least one. An array that no directive maps is no part of the job.
struct ArrayStates {
    ArraySpec array;
    std::vector<MappingSpec> states;
    friend bool operator==(ArrayStates const&, ArrayStates const&) = default;
};

/// `!dist$ copy B(j,i) = A(i,j)`: the source is read in its last state, the target written in its last state.
struct CopyStatement {
    std::string target;
    std::string source;
    CopyMap map;
    friend bool operator==(CopyStatement const&, CopyStatement const&) = default;
};

/// `io_processors Pio(2)` and `io_distribute P(block,*) onto Pio` (Coelho, Fig. 15).
struct IoDistribution {
    Processors io_processors;
    Processors processors; ///< the arrangement whose processors are attached to the I/O processors
    std::vector<DistFormat> formats;
    friend bool operator==(IoDistribution const&, IoDistribution const&) = default;
};

/// One array, or one copy, that moves: everything a RedistPlan needs besides the derived mappings.
struct Movement {
    MappingSpec source;
    MappingSpec target;
    CopyMap map;
};

struct Job {
    std::string name; ///< file name or "<command line>"
    std::vector<ArrayStates> arrays;
    std::vector<CopyStatement> copies;
    std::vector<IoDistribution> io;
    std::vector<IoStatement> io_statements;
    std::vector<RegionStatement> regions; ///< in the order of the text
    std::vector<ProgramLine> program;     ///< its phases and loops, in the order of the text
    std::optional<Index> ranks;           ///< --ranks, where it was given

    [[nodiscard]] ArrayStates const* find(std::string_view array) const; ///< case-insensitive; null where unknown
    /// Is anything copied, or mapped otherwise than at first? Else movements() lead nowhere.
    [[nodiscard]] bool moves() const;
    /// The copies if there are any; else every array with two or more states, from -> to; else, where nothing is remapped, every
    /// array from its state to itself. `section` cuts the moved part of the one array that moves; see parse_section.
    /// Errors: no array; a section together with copies, with several arrays, or outside the array.
    [[nodiscard]] Result<std::vector<Movement>> movements(std::optional<CopyMap> const& section = std::nullopt) const;
};

/// "from", "to", or a number 0..n-1, as --state takes it.
[[nodiscard]] Result<MappingSpec const*> state_of(ArrayStates const& array, std::string_view state);

} // namespace tessera
