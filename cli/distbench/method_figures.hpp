// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the papers' experiments with redistribution methods: the moved arrays, the methods, and the published results.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// One way to move an array, and the part of it that is timed.
struct MethodContender {
    enum class WayBack {
        None,
        Planned, ///< planned like another redistribution
        Saved    ///< with data saved from the way there (Thakur, section 3.7)
    };
    std::string label;                ///< heading of its column: "lcm", "lcm, kept"
    std::string_view method;          ///< name for compose()
    bool kept = false;                ///< planning is not timed
    std::string_view each_phase_by{}; ///< method that composes each phase again; empty: phases are moved directly
    Receive receive = Receive::Async;
    WayBack way_back = WayBack::None;
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
    std::optional<PublishedPair> cm5 = {};     ///< PITFALLS, Table 1
    std::optional<PublishedPair> paragon = {}; ///< PITFALLS, Table 2
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

/// The figures of one table of `distbench table`.
struct MethodTable {
    std::string_view name;  ///< "pitfalls"
    std::string_view title; ///< title in the list of tables
    std::vector<MethodFigure> figures;
};

[[nodiscard]] std::vector<MethodFigure> pitfalls_figures(); ///< Ramaswamy and Banerjee 1994, Tables 1 and 2
[[nodiscard]] std::vector<MethodFigure> thakur_figures();   ///< Thakur 1995, chapter 3

[[nodiscard]] std::span<MethodTable const> method_tables();

} // namespace tessera::cli
