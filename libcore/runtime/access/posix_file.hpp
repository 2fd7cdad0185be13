// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open file, whose every failure is an exception that names it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <sys/uio.h>

namespace tessera {

class OpenFolder;

/// The system refused to read or write some bytes of a file.
class FileFailure : public std::runtime_error {
  public:
    FileFailure(std::string const& what, Run bytes) : std::runtime_error(what), bytes_(bytes) {}
    [[nodiscard]] Run bytes() const { return bytes_; } ///< of the file, as far as they were asked for and not got

  private:
    Run bytes_;
};

/// Move-only. Failures throw std::runtime_error: "writing 'a.raw': No space left on device". A pipe or a device cannot be opened;
/// of a directory nothing can be read.
class PosixFile {
  public:
    [[nodiscard]] static PosixFile open_to_read(std::string const& path);
    /// The file exists, and is no link.
    [[nodiscard]] static PosixFile open_to_write(std::string const& path, OpenFolder const* folder = nullptr);
    /// The file does not exist. It is this user's alone, until it is given other permissions.
    [[nodiscard]] static PosixFile create(std::string const& path, OpenFolder const* folder = nullptr);

    /// To read and write. A link is not followed: what has this name belongs to this program.
    [[nodiscard]] static PosixFile open_or_create(std::string const& path, OpenFolder const* folder = nullptr);
    // `folder`: in which the last name of the path is looked up, wherever the rest of it leads.

    PosixFile(PosixFile&& other) noexcept;
    PosixFile& operator=(PosixFile&&) = delete;
    ~PosixFile();

    [[nodiscard]] Index size() const;
    void read(Index offset, std::span<std::byte> data) const; ///< throws where the file ends before
    void write(Index offset, std::span<std::byte const> data) const;
    /// From or to several places in memory, in one request. The list is used up. Failures throw FileFailure.
    void read(Index offset, std::span<iovec> places) const;
    void write(Index offset, std::span<iovec> places) const;
    void resize(Index bytes) const;
    /// These bytes, which the file has, are zeros from now on, and take no room. False: the file system cannot do that.
    [[nodiscard]] bool leave_hole(Run bytes) const;
    [[nodiscard]] bool has_holes() const; ///< does it take less room than it has bytes?
    /// Its first bytes are those of another file from now on, all of them; what lies behind them stays. The system moves them, or
    /// shares them where it can.
    void take(PosixFile const& other) const;
    enum class Lock { Exclusive, Shared };
    /// Among processes that ask: several may have it shared, or one has it to itself, until the file is closed; asked again it
    /// changes. False where others stand in the way.
    [[nodiscard]] bool lock(Lock kind) const;
    /// The system need not keep the file's pages in memory: what is read next comes from the disk.
    void drop_cache() const;
    void sync() const; ///< what was written is on the disk
    /// The same of its bytes alone, not of its times; only a hint: failures are left to sync().
    void sync_if_possible() const noexcept;
    void begin_sync(Run bytes) const;                ///< these shall go to the disk from now on; a hint that waits for nothing
    void remove_at_end() { removed_at_end_ = true; } ///< the destructor removes the file
    void close();                                    ///< throws where the system has a late failure to report

  private:
    PosixFile(std::string const& path, int flags, char const* doing, OpenFolder const* folder = nullptr);
    void take_through_memory(PosixFile const& other, Index from) const;
    [[noreturn]] void failed(char const* doing) const;
    [[noreturn]] void failed(char const* doing, char const* why, Index offset, std::span<iovec const> rest) const;

    std::string path_;
    int descriptor_ = -1;
    bool removed_at_end_ = false;
};

/// Makes renames and new names within the directory permanent.
void sync_directory(std::string const& path);
/// Everything that was written to the file system a path lies on is on the disk: for many small files, in place of syncing each.
void sync_file_system(std::string const& path);

} // namespace tessera
