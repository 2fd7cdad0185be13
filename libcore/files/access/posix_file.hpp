// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open file whose failures are exceptions that name it.
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

/// The system could not read or write some bytes of a file.
class FileFailure : public std::runtime_error {
  public:
    FileFailure(std::string const& what, Run bytes) : std::runtime_error(what), bytes_(bytes) {}
    [[nodiscard]] Run bytes() const { return bytes_; } ///< the requested bytes of the file that were not transferred

  private:
    Run bytes_;
};

/// An open file. Move-only. Failures throw std::runtime_error: "writing 'a.raw': No space left on device". A pipe or a device
/// cannot be opened; a directory can be opened but not read.
class PosixFile {
  public:
    [[nodiscard]] static PosixFile open_to_read(std::string const& path);
    /// Opens a file to read and write. It must exist and not be a link.
    [[nodiscard]] static PosixFile open_to_write(std::string const& path, OpenFolder const* folder = nullptr);
    /// Creates a file, which must not exist. It is accessible only to this user until its permissions are changed.
    [[nodiscard]] static PosixFile create(std::string const& path, OpenFolder const* folder = nullptr);

    /// Opens or creates a file to read and write. Links are not followed, because a file of this name belongs to this program.
    [[nodiscard]] static PosixFile open_or_create(std::string const& path, OpenFolder const* folder = nullptr);
    // `folder`: the last name of the path is looked up in it; the rest of the path is ignored.

    PosixFile(PosixFile&& other) noexcept;
    PosixFile& operator=(PosixFile&&) = delete;
    ~PosixFile();

    [[nodiscard]] Index size() const;
    void read(Index offset, std::span<std::byte> data) const; ///< throws if the file ends before
    void write(Index offset, std::span<std::byte const> data) const;
    /// Transfer from or to several places in memory in one request. The list is modified. Failures throw FileFailure.
    void read(Index offset, std::span<iovec> places) const;
    void write(Index offset, std::span<iovec> places) const;
    void resize(Index bytes) const;
    /// Replaces existing bytes by a hole, which reads as zeros and needs no disk space. Returns false if the file system
    /// cannot do it.
    [[nodiscard]] bool leave_hole(Run bytes) const;
    [[nodiscard]] bool has_holes() const; ///< returns whether the file occupies less space than its length
    /// Replaces the first bytes by all bytes of another file; bytes after them stay. The system copies the bytes, or shares
    /// them if it can.
    void take(PosixFile const& other) const;
    enum class Lock { Exclusive, Shared };
    /// Locks the file among processes that also lock it: several may hold it shared, or one exclusively, until the file is
    /// closed. A second call changes the kind. Returns false if another process holds a conflicting lock.
    [[nodiscard]] bool lock(Lock kind) const;
    /// Drops the file's pages from memory, so that the next read comes from the disk.
    void drop_cache() const;
    void sync() const; ///< returns when all written bytes are on the disk
    /// Syncs the bytes but not the times of the file. Only a hint: sync() reports failures.
    void sync_if_possible() const noexcept;
    void begin_sync(Run bytes) const;                ///< starts writing these bytes to the disk without waiting; a hint
    void remove_at_end() { removed_at_end_ = true; } ///< makes the destructor remove the file
    void close();                                    ///< throws if the system reports a late failure

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
/// Writes all data of the path's file system to the disk. For many small files this replaces syncing each.
void sync_file_system(std::string const& path);

} // namespace tessera
