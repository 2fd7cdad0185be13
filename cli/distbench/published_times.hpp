// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the times of Thakur's tables 4.4 to 4.10, as printed.
#pragma once

#include "cli/distbench/load_formulas.hpp"
#include "cli/distbench/mesh_network.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace tessera::cli {

/// A cell, by its row (message length) and column (mesh).
struct CellPlace {
    std::size_t length = 0;
    std::size_t mesh = 0;
    friend bool operator==(CellPlace const&, CellPlace const&) = default;
};

/// An all-to-all on meshes of the Intel Touchstone Delta.
struct PublishedTimes {
    static constexpr std::array<Index, 5> lengths{256, 1024, 4096, 8192, 16384}; ///< bytes per message

    std::string_view name;      ///< name on the command line: "thakur-4.4"
    std::string_view title;     ///< "Table 4.4: PEX"
    std::string_view algorithm; ///< name for make_schedule()
    std::span<MeshShape const, 6> meshes;
    std::array<std::array<double, 6>, 5> seconds; ///< [length][mesh]
    LoadFormula formula = nullptr;                ///< the paper's load of the busiest link, if it differs from the exact one
    std::optional<CellPlace> doubtful = {};       ///< probably a printing error
};

[[nodiscard]] std::span<PublishedTimes const> published_times();

} // namespace tessera::cli
