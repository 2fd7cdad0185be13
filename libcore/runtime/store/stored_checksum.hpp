// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array, kept with it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tessera {

// A file ".xxh3" beside the array's file has it (share/doc/formats.md), so that the file itself holds what its source held and
// nothing else. Local files have it in their manifest.

/// "d7d698e89c84eae5", and back.
[[nodiscard]] std::string checksum_text(std::uint64_t checksum);
[[nodiscard]] std::optional<std::uint64_t> parse_checksum(std::string const& text);

/// What is wrong with an array whose elements have not the checksum that was stored with it.
[[nodiscard]] std::string changed_since(std::string const& name, std::uint64_t found, std::uint64_t stored);

/// "a.npy.xxh3".
[[nodiscard]] std::string checksum_file(std::string const& path);
/// "store.zarr/A/.xxh3", of an array in a Zarr store.
[[nodiscard]] std::string zarr_checksum_file(std::string const& directory);
/// What stands in it.
struct ChecksumNote {
    std::string file;                     ///< its name, without a directory
    std::string array;                    ///< "/A" in an HDF5 file; empty where the file is the array
    StorageOrder order = StorageOrder::C; ///< in which its dimensions are counted: those of HDF5 can be counted in both
    std::uint64_t checksum = 0;
};
[[nodiscard]] std::string checksum_document(ChecksumNote const& note);
/// The documents beside `path` about other arrays than these, as they stand there.
[[nodiscard]] std::string other_checksums(std::string const& path, std::span<std::string const> arrays);
/// The checksum of this array, noted beside `path`; nothing where there is none, or none of its dimensions counted like this.
/// Error: the note is damaged, or another version's.
[[nodiscard]] Result<std::optional<std::uint64_t>> noted_checksum(std::string const& path, std::string const& array,
                                                                  StorageOrder order);

} // namespace tessera
