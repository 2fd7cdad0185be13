// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 3.4 and 3.5 of the pC* thesis: contexts compared with one byte per position.
#pragma once

#include "cli/distbench/timed_table.hpp"
#include "libcore/base/index.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// The memory of contexts, relative to one byte per position.
struct ContextMemory {
    struct Row {
        std::string program;
        std::optional<Index> positions = {};            ///< number of positions here; nothing: the program is not known
        Index contexts = 0;                             ///< number of contexts formed here
        std::vector<std::optional<double>> thesis = {}; ///< for runs of 8, 16 and 32 bits
        std::vector<double> here = {};                  ///< the same, and the forms that are chosen here; empty without `positions`
        std::string forms = {};                         ///< names of these forms
    };
    std::vector<Row> rows;
};

[[nodiscard]] ContextMemory pcstar_table_34();
void context_memory_text(ContextMemory const& table, Sink const& sink);
/// Writes JSON of schema tessera.context-memory/1.
void context_memory_json(ContextMemory const& table, Sink const& sink);

/// Measures the construction of contexts of 2^20 positions, and work under them.
[[nodiscard]] TimedTable pcstar_table_35();

} // namespace tessera::cli
