// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the manifest of local array files (one file per rank).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The file of one rank: its allocation, shadow included, in memory order.
struct LocalFile {
    Rank rank = 0;
    std::string name; ///< in the manifest's directory
    Index bytes = 0;
    std::uint64_t checksum = 0; ///< XXH3, 64 bits
    Extents strides = {};       ///< in elements, per dimension; empty in version 1, which lacks them (manifest_layout.hpp)
    Index first_offset = 0;     ///< offset of the first owned element, in elements
    friend bool operator==(LocalFile const&, LocalFile const&) = default;
};

/// Further entries in the descriptor of an out-of-core array (ooc/ocad.hpp).
struct OutOfCoreEntry {
    Index icla_bytes = 0;    ///< memory for the part of an array that a rank works on
    std::string global_file; ///< in the manifest's directory; empty: each rank has its own file
    Index first_byte = 0;    ///< first byte of the array in the global file
    friend bool operator==(OutOfCoreEntry const&, OutOfCoreEntry const&) = default;
};

/// A manifest: schema tessera.localfiles/2, or /1 if no file has strides (share/doc/formats.md).
struct Manifest {
    MappingSpec mapping;          ///< written as HPF text
    std::vector<int> permutation; ///< dimensions from fastest to slowest in memory
    bool big_endian = false;
    std::vector<LocalFile> files; ///< one for each rank that holds a part
    /// Checksum of the array by element positions (element_checksum). Written by iocopy.
    std::optional<std::uint64_t> array_checksum = std::nullopt;
    std::optional<OutOfCoreEntry> out_of_core = std::nullopt;
};

/// Returns the name of a rank's file: "A.0003.bin" for the manifest "A.json", or "A.2.0003.bin" in generation 2.
[[nodiscard]] std::string part_name(std::string const& manifest, Index generation, Rank rank);
/// Returns the first generation whose file names are all free.
[[nodiscard]] Index free_generation(std::string const& manifest, Mapping const& mapping);
/// Returns the mapping without replication: only the first copy of each element remains.
[[nodiscard]] MappingSpec without_copies(MappingSpec spec);

[[nodiscard]] std::string write_manifest(Manifest const& manifest);

/// Parses a manifest. Errors, without the file's name: invalid JSON, another schema, a missing or contradictory entry, an invalid
/// mapping.
[[nodiscard]] Result<Manifest> parse_manifest(std::string_view text);

/// Like parse_manifest(), for a file. Errors name the file.
[[nodiscard]] Result<Manifest> load_manifest(std::string const& path);

/// Returns the path of a file that a manifest names.
[[nodiscard]] std::string beside(std::string const& manifest, std::string const& name);
/// Returns the XXH3 hash used in LocalFile::checksum.
[[nodiscard]] std::uint64_t checksum_of(std::span<std::byte const> bytes);

} // namespace tessera
