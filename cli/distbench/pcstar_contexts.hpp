// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 3.4 and 3.5 of the pC* thesis: contexts beside a byte for each position.
#pragma once

#include "cli/distbench/timed_table.hpp"
#include "libcore/base/index.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// The room that contexts take, over that of a byte for each position.
struct ContextMemory {
    struct Row {
        std::string program;
        std::optional<Index> positions = {};            ///< of ours; nothing: what the program does is not known
        Index contexts = 0;                             ///< formed here
        std::vector<std::optional<double>> thesis = {}; ///< runs of 8, 16 and 32 bits
        std::vector<double> here = {};                  ///< the same, and in the forms that are chosen; empty with `positions`
        std::string forms = {};                         ///< those
    };
    std::vector<Row> rows;
};

[[nodiscard]] ContextMemory pcstar_table_34();
void context_memory_text(ContextMemory const& table, Sink const& sink);
/// Schema tessera.context-memory/1.
void context_memory_json(ContextMemory const& table, Sink const& sink);

/// Building contexts of 2^20 positions and working under them.
[[nodiscard]] TimedTable pcstar_table_35();

} // namespace tessera::cli
