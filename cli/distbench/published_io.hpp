// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Thakur's tables 5.2, 5.3 and 6.1 to 6.8, as printed.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/spec/io_statement.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// How the paper accessed the file.
enum class PublishedMethod {
    DirectPerElement, ///< chapter 5
    Sieve,            ///< slabs of 16 columns
    DirectPerRun,     ///< chapter 6: what lies side by side in a column
    Static,           ///< two-phase, sieving a column at a time
    Dynamic,
};

/// One number of a table, or two.
struct PublishedCell {
    PublishedMethod method = PublishedMethod::DirectPerRun;
    IoDirection direction = IoDirection::Read;
    int ranks = 16;
    std::optional<double> seconds;
    std::optional<Index> requests; ///< of one rank
    std::optional<Index> elements; ///< that it accesses
};

struct PublishedRow {
    std::string_view number;  ///< "III"
    std::string_view section; ///< as `!dist$ io` takes it; p is the rank
    std::vector<PublishedCell> cells;
};

/// Times on the Intel Touchstone Delta, of single precision arrays stored column by column.
struct PublishedIo {
    std::string_view name;  ///< on the command line: "thakur-6.1"
    std::string_view title; ///< "Table 6.1: reading common sections"
    Index rows = 0;         ///< of the file's array
    Index columns = 0;
    std::string_view note; ///< what else the reader must know; may be empty
    std::vector<PublishedRow> table;
};

[[nodiscard]] std::span<PublishedIo const> published_io();

} // namespace tessera::cli
