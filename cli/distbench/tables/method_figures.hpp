// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the papers' experiments with redistribution methods: the moved arrays, the methods, and the published results.
#pragma once

#include "cli/distbench/tables/paper_table.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// One way to move an array, and the part of it that is timed.
struct MethodContender {
    enum class ReturnTrip {
        None,
        Planned, ///< planned like another redistribution
        Saved    ///< with data saved from the way there (Thakur, section 3.7)
    };
    std::string label;           ///< heading of its column: "lcm", "lcm, kept"
    std::string method;          ///< name for compose()
    bool kept = false;           ///< planning is not timed
    bool printed = false;        ///< by the loops that the paper prints; nothing is planned
    std::string each_phase_by{}; ///< method that composes each phase again; empty: phases are moved directly
    Receive receive = Receive::Async;
    ReturnTrip return_trip = ReturnTrip::None;
};

/// The paper's times in milliseconds on one machine.
struct PublishedPair {
    double naive = 0;
    double pitfalls = 0;
    [[nodiscard]] double speedup() const { return naive / pitfalls; }
};

/// One redistribution, as directives of the compact notation.
struct MethodRow {
    std::string label; ///< "8", "128 x 128, 4x4 to 3x5"
    int ranks = 0;
    std::string array;
    std::string from;
    std::string to;
    std::optional<PublishedPair> cm5 = {};             ///< PITFALLS, Table 1
    std::optional<PublishedPair> paragon = {};         ///< PITFALLS, Table 2
    std::optional<PublishedPair> cm5_element = {};     ///< PITFALLS, Table 3: microseconds of an element
    std::optional<PublishedPair> paragon_element = {}; ///< the same
};

/// Several redistributions with the same methods: a figure of Thakur's, or a third of the PITFALLS tables.
struct MethodFigure {
    std::string name;     ///< "Fig. 3.17"
    std::string title;    ///< "cyclic(15) to cyclic(10), 2^20 integers"
    std::string says;     ///< the paper's statement on the fastest method; empty: it has numbers instead
    std::string rows_are; ///< heading of the column of labels: "ranks"
    std::vector<MethodContender> contenders;
    std::vector<MethodRow> rows;
};

/// The figures of one published table.
struct MethodTable {
    std::string name; ///< "pitfalls"
    std::string title;
    std::vector<MethodFigure> figures;
};

/// Makes the experiments of a table of one of two kinds. With times (PITFALLS), a row is a redistribution of a square array:
/// `block`, `from`, `to`, `side`, grids `source` and `target`. With statements (Thakur's chapter 3), a row is a figure: `figure`,
/// `title`, what its `values` are (`rows`: ranks, integers or grid), `array`, `from`, `to`. Contenders are listed as "label =
/// method flags; ...", with the flags kept, sync, printed, back, saved, and by METHOD. Errors: a word is unknown; a figure is
/// missing.
[[nodiscard]] Result<MethodTable> method_table(PaperTable const& paper);

/// Returns the experiments of datasets/papers.
[[nodiscard]] std::span<MethodTable const> method_tables();

} // namespace tessera::cli
