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

/// The paper's method of file access.
enum class PublishedMethod {
    DirectPerElement, ///< chapter 5
    Sieve,            ///< slabs of 16 columns
    DirectPerRun,     ///< chapter 6: one request per run of elements in a column
    Static,           ///< two-phase, with sieving column by column
    Dynamic,
};

/// The numbers of one cell of a table.
struct PublishedCell {
    PublishedMethod method = PublishedMethod::DirectPerRun;
    IoDirection direction = IoDirection::Read;
    int ranks = 16;
    std::optional<double> seconds;
    std::optional<Index> requests; ///< per rank
    std::optional<Index> elements; ///< elements that one rank accesses
};

struct PublishedRow {
    std::string_view number;  ///< "III"
    std::string_view section; ///< in the syntax of `!dist$ io`; p is the rank
    std::vector<PublishedCell> cells;
};

/// Times on the Intel Touchstone Delta, for single precision arrays stored by columns.
struct PublishedIo {
    std::string_view name;  ///< name on the command line: "thakur-6.1"
    std::string_view title; ///< "Table 6.1: reading common sections"
    Index rows = 0;         ///< size of the file's array
    Index columns = 0;
    std::string_view note; ///< a remark for the reader; may be empty
    std::vector<PublishedRow> table;
};

[[nodiscard]] std::span<PublishedIo const> published_io();

} // namespace tessera::cli
