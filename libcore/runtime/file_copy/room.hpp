// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether the disk of a target has room for it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/output_place.hpp"

#include <optional>
#include <span>
#include <string>

namespace tessera {

/// What an array takes of the disk.
struct NeededRoom {
    std::optional<Index> least; ///< bytes; nothing: more than 64 bits can count
    std::optional<Index> most;  ///< the same, with whole chunks and every copy in files of ranks
};

/// `array`: one of the output's. Filters may leave a 65536th of a chunk: zeros by zstd.
[[nodiscard]] NeededRoom needed_room(OutputFile const& output, std::size_t array, Index element_bytes);

/// What the arrays of one target write, and what is free before they do.
struct DiskRoom {
    std::optional<Index> most; ///< bytes of elements that are written at most; nothing: more than 64 bits can count
    std::optional<Index> free; ///< bytes; nothing: the file system does not say
};

[[nodiscard]] DiskRoom disk_room(OutputPlace const& place, std::span<NeededRoom const> arrays);
/// Several targets in one file system.
[[nodiscard]] DiskRoom sum_of(DiskRoom const& a, DiskRoom const& b);
/// "at most 1.5 GiB of elements to write; 20.0 GiB are free". `verb`: "are" or "were".
[[nodiscard]] std::string describe(DiskRoom const& room, std::string_view verb);

/// Error: the arrays of one target take more than is free and what the draft of an interrupted run takes already. Nothing is known
/// of a file system that does not say what is free.
[[nodiscard]] Result<void> check_room(OutputPlace const& place, std::span<NeededRoom const> arrays);

} // namespace tessera
