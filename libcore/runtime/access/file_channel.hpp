// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that all ranks of a group have open, and the ways to reach it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <sys/uio.h>

namespace tessera {

/// How bytes travel between a rank and the file.
enum class ChannelKind {
    Posix, ///< the system's own calls: every failure is reported, a full disk too
    MpiIo  ///< the MPI library's, through whatever stack it has for the file system
};

/// What a file is opened for.
enum class FileUse {
    Read,
    Update,  ///< to read and write; the file exists
    Scratch, ///< the same of one that is read back by whoever writes it and removed then: it need not reach the disk
    Sparse,  ///< to read and write; stretches of zeros that are written become holes, where the file system has such
    Create   ///< to read and write; the file is made, or emptied where there is one
};

/// An open file. Moving bytes is each rank's own business; the rest is collective over the communicator it was opened with, and of
/// one rank where it was opened alone. Failures throw: FileFailure (posix_file.hpp) where bytes could not be moved, else
/// std::runtime_error; in a collective call AgreedFailure, on all ranks.
class FileChannel {
  public:
    /// Collective; `comm` must outlive the channel.
    [[nodiscard]] static std::unique_ptr<FileChannel> open(Comm const& comm, std::string const& path, FileUse use,
                                                           ChannelKind kind = ChannelKind::Posix);
    /// For this rank alone: nothing is collective then.
    [[nodiscard]] static std::unique_ptr<FileChannel> open_alone(std::string const& path, FileUse use,
                                                                 ChannelKind kind = ChannelKind::Posix);
    FileChannel(FileChannel const&) = delete;
    FileChannel& operator=(FileChannel const&) = delete;
    virtual ~FileChannel() = default; ///< closes without a word, on this rank alone where it must

    /// The bytes from `offset` on, to or from one place in memory after the other: one request. The list is used up. Throws where
    /// the file ends before.
    virtual void read(Index offset, std::span<iovec> places) const = 0;
    virtual void write(Index offset, std::span<iovec> places) const = 0;
    /// The same with one place.
    virtual void read_at(Index offset, std::span<std::byte> data) const;
    virtual void write_at(Index offset, std::span<std::byte const> data) const;

    [[nodiscard]] virtual Index size() const = 0; ///< bytes; not collective
    virtual void resize(Index bytes) = 0;         ///< collective
    virtual void sync() const = 0;                ///< collective: what was written is on the disk
    virtual void close() = 0;                     ///< collective: reports late failures; nothing but the destructor comes after

  protected:
    FileChannel() = default;
};

/// Open MPI's two implementations of MPI-IO.
enum class MpiIoStack { Ompio, Romio };

/// "ompio" or "romio", as users write it.
[[nodiscard]] std::string_view name_of(MpiIoStack stack);

/// All files that this process opens by MPI-IO from now on go through one stack. Open MPI 4 reads its parameter `io` when the first
/// file is opened and never again, so this must come before (HDF5's parallel files count too); it is no property of single files.
/// Not collective, but to be called on all ranks. Error: this MPI has no such stack (MPICH and its relatives have romio alone).
[[nodiscard]] Result<void> choose_mpi_io(MpiIoStack stack);

} // namespace tessera
