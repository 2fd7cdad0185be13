// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks that the disk of a target has enough room.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/output_place.hpp"

#include <optional>
#include <span>
#include <string>

namespace tessera {

/// Bytes that an array needs on the disk.
struct NeededRoom {
    std::optional<Index> least; ///< minimum; nothing: more than 64 bits can count
    std::optional<Index> most;  ///< maximum, with whole chunks and all replicas in files of ranks; nothing: as above
};

/// Returns the room that array number `array` of the output needs. The minimum of a filtered array is 1/65536 of its size: zeros
/// compressed by zstd.
[[nodiscard]] NeededRoom needed_room(OutputFile const& output, std::size_t array, Index element_bytes);

/// Bytes that the arrays of one target write, and free bytes before the write.
struct DiskRoom {
    std::optional<Index> most; ///< maximum number of bytes of elements to write; nothing: more than 64 bits can count
    std::optional<Index> free; ///< free bytes; nothing: the file system does not report them
};

[[nodiscard]] DiskRoom disk_room(OutputPlace const& place, std::span<NeededRoom const> arrays);
/// Returns the room of several targets in one file system.
[[nodiscard]] DiskRoom sum_of(DiskRoom const& a, DiskRoom const& b);
/// Returns "at most 1.5 GiB of elements to write; 20.0 GiB are free". `verb`: "are" or "were".
[[nodiscard]] std::string describe(DiskRoom const& room, std::string_view verb);

/// Error: the arrays of one target need more than the free bytes plus the bytes of an interrupted run's draft. Passes if the file
/// system does not report free bytes.
[[nodiscard]] Result<void> check_room(OutputPlace const& place, std::span<NeededRoom const> arrays);
/// Returns the room after check_room(), which `any_size` skips.
[[nodiscard]] Result<DiskRoom> checked_room(OutputPlace const& place, std::span<NeededRoom const> arrays, bool any_size);

} // namespace tessera
