// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a folder that stays the same one when its name leads elsewhere.
#pragma once

#include "libcore/base/descriptor.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace tessera {

/// An OpenFolder opens a path once and keeps the descriptor. It looks up each name in that folder, also after somebody has put a
/// link in the place of the path. It does not follow a link that is the last part of a name.
class OpenFolder {
  public:
    /// The outputs of a process that share a folder share its descriptor. A folder that is not there yet is opened when it is used.
    [[nodiscard]] static std::shared_ptr<OpenFolder const> of(std::string const& path);
    explicit OpenFolder(std::string path);

    [[nodiscard]] bool is_there() const;
    /// Throws std::system_error where it is not there.
    [[nodiscard]] int number() const;
    /// "a/b", made where it is not there. Throws where it is not a folder, or a link is on the way; std::system_error where the
    /// system refuses.
    [[nodiscard]] std::shared_ptr<OpenFolder const> made_below(std::string const& names) const;
    /// Removes a file or a link. What cannot be removed stays.
    void remove(std::string const& name) const noexcept;
    /// The same, also of a directory and everything in it.
    void remove_all(std::string const& name) const noexcept;
    /// New names and renames within the folder are permanent.
    void sync() const noexcept;

  private:
    OpenFolder(std::string path, int opened);

    std::string path_;
    mutable std::mutex opening_;
    mutable std::unique_ptr<Descriptor> opened_;
};

} // namespace tessera
