// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether a file is still the one it was.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tessera {

/// Which file a path names, and when its content last changed.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    Index bytes = 0;
    Index changed = 0; ///< nanoseconds since 1970
    friend bool operator==(FileIdentity const&, FileIdentity const&) = default;
};

/// Throws where there is no such file.
[[nodiscard]] FileIdentity identity_of(std::string const& path);

/// Do both paths name one file? False where one of them names none.
[[nodiscard]] bool same_file(std::string const& a, std::string const& b);

/// Error: the target is one of the files that the source is made of, under whatever name.
[[nodiscard]] Result<void> check_apart(std::span<std::string const> source, std::string const& target);

/// A hash of the identities of several files, in their order.
[[nodiscard]] std::uint64_t identities_of(std::span<std::string const> paths);

} // namespace tessera
