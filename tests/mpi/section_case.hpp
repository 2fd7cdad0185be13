// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random sections of random files, wanted by random ranks, and what must be where afterwards.
#pragma once

#include "libcore/files/access/element_location.hpp"
#include "libcore/io/io_plan.hpp"
#include "tests/property/file_oracle.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tessera::oracle {

/// One rank's part of a case.
struct SectionEnd {
    BoxSet section;
    ElementLocation place;
    std::function<Index(Extents const&)> offset; ///< of an element of the section, in bytes: the oracle
    Index bytes = 0;                             ///< of memory
};

/// The same on all ranks.
struct SectionCase {
    FileSample file;
    std::map<Rank, SectionEnd> ends; ///< of the ranks that take part
    std::shared_ptr<Fad const> fad;

    [[nodiscard]] Index element() const { return file.layout.element_bytes(); }
    [[nodiscard]] Index file_bytes() const { return file.byte.empty() ? 0 : file.byte.back() + element(); }
};

/// Common, distinct and overlapping sections; in memory packed in any order of the dimensions, with gaps between them, or as a rank
/// of a random mapping stores them.
[[nodiscard]] SectionCase random_section_case();

/// A legal way to carry it out; nothing where the settings that were drawn do not fit the file.
[[nodiscard]] std::optional<IoPlan> random_io_plan(SectionCase const& made, IoDirection direction);

using Bytes = std::vector<std::byte>;

/// What `owner` (a rank, or old_content) has for the element with this number, into `element_bytes` bytes.
constexpr int old_content = -1;
void write_value(int owner, Index number, std::byte* element, Index element_bytes);

/// The file with old content in all places; elsewhere a pattern.
[[nodiscard]] Bytes old_file(SectionCase const& made);
/// What a rank has in memory: its own values in its section, a pattern elsewhere.
[[nodiscard]] Bytes memory_of(SectionCase const& made, Rank rank);
/// What it must have after reading.
[[nodiscard]] Bytes memory_after_reading(SectionCase const& made, Rank rank);
/// Is `found` what the file must be after all ranks have written? Padding may be anything.
[[nodiscard]] bool is_written(SectionCase const& made, Bytes const& found);

} // namespace tessera::oracle
