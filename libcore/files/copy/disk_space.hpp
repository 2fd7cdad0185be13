// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks that the disk of a target has enough room.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/output_path.hpp"

#include <optional>
#include <span>
#include <string>

namespace tessera {

/// Bytes that an array needs on the disk.
struct NeededSpace {
    std::optional<Index> least; ///< minimum; nothing: more than 64 bits can count
    std::optional<Index> most;  ///< maximum, with whole chunks and all replicas in files of ranks; nothing: as above
};

/// Returns the room that array number `array` of the output needs. The minimum of a filtered array is 1/65536 of its size: zeros
/// compressed by zstd.
[[nodiscard]] NeededSpace needed_space(OutputFile const& output, std::size_t array, Index element_bytes);

/// Bytes that the arrays of one target write, and free bytes before the write.
struct DiskSpace {
    std::optional<Index> most; ///< maximum number of bytes of elements to write; nothing: more than 64 bits can count
    std::optional<Index> free; ///< free bytes; nothing: the file system does not report them
};

[[nodiscard]] DiskSpace disk_space(OutputPath const& place, std::span<NeededSpace const> arrays);
/// Returns the room of several targets in one file system.
[[nodiscard]] DiskSpace sum_of(DiskSpace const& a, DiskSpace const& b);
/// Returns "at most 1.5 GiB of elements to write; 20.0 GiB are free". `verb`: "are" or "were".
[[nodiscard]] std::string describe(DiskSpace const& room, std::string_view verb);

/// Error: the arrays of one target need more than the free bytes plus the bytes of an interrupted run's draft. Passes if the file
/// system does not report free bytes.
[[nodiscard]] Result<void> check_space(OutputPath const& place, std::span<NeededSpace const> arrays);
/// Returns the room after check_space(), which `any_size` skips.
[[nodiscard]] Result<DiskSpace> checked_space(OutputPath const& place, std::span<NeededSpace const> arrays, bool any_size);

} // namespace tessera
