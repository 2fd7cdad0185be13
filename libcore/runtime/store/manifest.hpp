// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the manifest of local array files: one file per rank, and what they are parts of.
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

/// The allocation of one rank, shadow included, as it lay in memory.
struct LocalFile {
    Rank rank = 0;
    std::string name; ///< beside the manifest
    Index bytes = 0;
    std::uint64_t checksum = 0; ///< XXH3, 64 bits
    Extents strides = {};       ///< in elements, per dimension; empty: version 1, which does not say them (manifest_layout.hpp)
    Index first_offset = 0;     ///< of the first owned element, in elements
    friend bool operator==(LocalFile const&, LocalFile const&) = default;
};

/// What the descriptor of an out-of-core array says besides (ooc/ocad.hpp).
struct OutOfCoreEntry {
    Index icla_bytes = 0;    ///< memory for the part of an array that a rank works on
    std::string global_file; ///< beside the manifest; empty where each rank has a file of its own
    Index first_byte = 0;    ///< of the array in the global file
    friend bool operator==(OutOfCoreEntry const&, OutOfCoreEntry const&) = default;
};

/// Schema tessera.localfiles/2, or /1 where no file says its strides (share/doc/formats.md).
struct Manifest {
    MappingSpec mapping;          ///< written as HPF text
    std::vector<int> permutation; ///< dimensions from fastest to slowest in memory
    bool big_endian = false;
    std::vector<LocalFile> files; ///< one for each rank that holds a part
    /// Of the array, by positions (element_checksum); iocopy writes it.
    std::optional<std::uint64_t> array_checksum = std::nullopt;
    std::optional<OutOfCoreEntry> out_of_core = std::nullopt;
};

/// "A.0003.bin" for the manifest "A.json", or "A.2.0003.bin" of the second generation.
[[nodiscard]] std::string part_name(std::string const& manifest, Index generation, Rank rank);
/// The first generation of names that are all free.
[[nodiscard]] Index free_generation(std::string const& manifest, Mapping const& mapping);
/// The mapping with one copy of each element: of replicated positions the first.
[[nodiscard]] MappingSpec without_copies(MappingSpec spec);

[[nodiscard]] std::string write_manifest(Manifest const& manifest);

/// Errors: no JSON, another schema, a missing or contradictory entry, a mapping that does not parse. They do not name the file.
[[nodiscard]] Result<Manifest> parse_manifest(std::string_view text);

/// The same of a file, which the errors name.
[[nodiscard]] Result<Manifest> load_manifest(std::string const& path);

/// The path of a file that a manifest names.
[[nodiscard]] std::string beside(std::string const& manifest, std::string const& name);
/// As LocalFile::checksum.
[[nodiscard]] std::uint64_t checksum_of(std::span<std::byte const> bytes);

} // namespace tessera
