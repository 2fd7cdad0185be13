// SPDX-License-Identifier: BSD-3-Clause
// Tessera: detection of replaced or changed files.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tessera {

/// Identity of a file and time of its last change.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    Index bytes = 0;
    Index changed = 0; ///< nanoseconds since 1970
    friend bool operator==(FileIdentity const&, FileIdentity const&) = default;
};

/// Throws if there is no such file.
[[nodiscard]] FileIdentity identity_of(std::string const& path);

/// Returns whether both paths name the same file. False if one names no file.
[[nodiscard]] bool same_file(std::string const& a, std::string const& b);

/// Error: the target is one of the files of the source, perhaps under another name.
[[nodiscard]] Result<void> check_apart(std::span<std::string const> source, std::string const& target);

/// Returns a hash of the identities of several files. Depends on their order.
[[nodiscard]] std::uint64_t identities_of(std::span<std::string const> paths);

} // namespace tessera
