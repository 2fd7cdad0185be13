// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum stored with an array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tessera {

// The checksum stands in a separate file ".xxh3" (share/doc/formats.md), so that the array's file holds only the source's content.
// Local files keep it in their manifest.

/// Converts a checksum to 16 hexadecimal digits, "d7d698e89c84eae5", and back.
[[nodiscard]] std::string checksum_text(std::uint64_t checksum);
[[nodiscard]] std::optional<std::uint64_t> parse_checksum(std::string const& text);

/// Returns the message that the elements do not match the stored checksum.
[[nodiscard]] std::string changed_since(std::string const& name, std::uint64_t found, std::uint64_t stored);

/// Path of the checksum file: "a.npy.xxh3".
[[nodiscard]] std::string checksum_file(std::string const& path);
/// Path of the checksum file of an array in a Zarr store: "store.zarr/A/.xxh3".
[[nodiscard]] std::string zarr_checksum_file(std::string const& directory);
/// Content of a checksum document.
struct ChecksumNote {
    std::string file;                     ///< name of the array's file, without a directory
    std::string array;                    ///< "/A" in an HDF5 file; empty if the file is the array
    StorageOrder order = StorageOrder::C; ///< order in which dimensions are counted; for HDF5 both are possible
    std::uint64_t checksum = 0;
};
[[nodiscard]] std::string checksum_document(ChecksumNote const& note);
/// Returns the documents in the checksum file of `path` about all arrays other than these.
[[nodiscard]] std::string other_checksums(std::string const& path, std::span<std::string const> arrays);
/// Returns the checksum of this array from the checksum file of `path`. Returns nullopt if there is none, or none with this order
/// of dimensions. Error: the file is damaged or of another version.
[[nodiscard]] Result<std::optional<std::uint64_t>> noted_checksum(std::string const& path, std::string const& array,
                                                                  StorageOrder order);

} // namespace tessera
