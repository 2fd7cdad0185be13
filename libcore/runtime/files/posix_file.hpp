// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open file, whose every failure is an exception that names it.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace tessera {

/// Move-only. Failures throw std::runtime_error: "writing 'a.raw': No space left on device".
class PosixFile {
  public:
    [[nodiscard]] static PosixFile open_to_read(std::string const& path);
    [[nodiscard]] static PosixFile open_to_write(std::string const& path); ///< the file exists
    [[nodiscard]] static PosixFile create(std::string const& path);        ///< the file does not exist

    PosixFile(PosixFile&& other) noexcept;
    PosixFile& operator=(PosixFile&&) = delete;
    ~PosixFile();

    [[nodiscard]] Index size() const;
    void read(Index offset, std::span<std::byte> data) const; ///< throws where the file ends before
    void write(Index offset, std::span<std::byte const> data) const;
    void resize(Index bytes) const;
    void sync() const;                               ///< what was written is on the disk
    void remove_at_end() { removed_at_end_ = true; } ///< the destructor removes the file
    void close();                                    ///< throws where the system has a late failure to report

  private:
    PosixFile(std::string const& path, int flags, char const* doing);
    [[noreturn]] void failed(char const* doing) const;

    std::string path_;
    int descriptor_ = -1;
    bool removed_at_end_ = false;
};

/// Makes renames and new names within the directory permanent.
void sync_directory(std::string const& path);

} // namespace tessera
