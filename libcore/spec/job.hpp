// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job, which is the meaning of a job file or of the compact notation: arrays, their states, and copies between arrays.
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

/// One array and its mappings in the order in which the directives create them: states[0] is "from", the last is "to". There is at
/// least one. An array that no directive maps is not part of the job.
struct ArrayStates {
    ArraySpec array;
    std::vector<MappingSpec> states;
    friend bool operator==(ArrayStates const&, ArrayStates const&) = default;
};

/// `!dist$ copy B(j,i) = A(i,j)`: reads the source in its last state and writes the target in its last state.
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

/// One array that moves, or one copy: the specifications from which a RedistPlan is made.
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
    std::optional<Index> ranks;           ///< value of --ranks, if it was given

    [[nodiscard]] ArrayStates const* find(std::string_view array) const; ///< case-insensitive; null if unknown
    /// Returns whether the job has a copy or an array whose mapping changes. Otherwise its movements() move nothing.
    [[nodiscard]] bool moves() const;
    /// Returns what moves. If there are copies: the copies. Else, if some arrays have several states: each of these, from first to
    /// last. Else: every array, from its state to itself. `section` restricts the one array that moves; see parse_section. Errors:
    /// no array; a section together with copies, with several arrays, or outside the array.
    [[nodiscard]] Result<std::vector<Movement>> movements(std::optional<CopyMap> const& section = std::nullopt) const;
};

/// Returns the state that --state names: "from", "to", or a number 0..n-1.
[[nodiscard]] Result<MappingSpec const*> state_of(ArrayStates const& array, std::string_view state);

} // namespace tessera
