// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open folder that stays the same when its path changes.
#pragma once

#include "libcore/base/descriptor.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace tessera {

/// An OpenFolder opens a path once and keeps the descriptor. It looks up all names in that folder, even after the path was replaced
/// by a link. It does not follow a link that is the last part of a name.
class OpenFolder {
  public:
    /// Returns the folder at `path`. Outputs of a process in the same folder share one descriptor. A folder that does not exist yet
    /// is opened at its first use.
    [[nodiscard]] static std::shared_ptr<OpenFolder const> of(std::string const& path);
    explicit OpenFolder(std::string path);

    [[nodiscard]] bool is_there() const;
    /// Returns the descriptor. Throws std::system_error if the folder does not exist.
    [[nodiscard]] int number() const;
    /// Returns the folder "a/b" below this one, and makes it if necessary. Throws if something else has the name or a part of it is
    /// a link, and std::system_error if the system refuses.
    [[nodiscard]] std::shared_ptr<OpenFolder const> made_below(std::string const& names) const;
    /// Removes a file or a link. Does nothing if that fails.
    void remove(std::string const& name) const noexcept;
    /// Removes a file, a link, or a directory with its content. Keeps what cannot be removed.
    void remove_all(std::string const& name) const noexcept;
    /// Makes new names and renames within the folder permanent. Does nothing in a folder that may not be read, or on a file system
    /// that cannot sync folders. Throws std::system_error if the disk fails.
    void sync() const;

  private:
    OpenFolder(std::string path, int opened);

    std::string path_;
    mutable std::mutex opening_;
    mutable std::unique_ptr<Descriptor> opened_;
};

} // namespace tessera
