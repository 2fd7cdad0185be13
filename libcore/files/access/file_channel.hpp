// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that all ranks of a group have open, with its access methods.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <sys/uio.h>

namespace tessera {

/// Method of transferring bytes between a rank and the file.
enum class ChannelKind {
    Posix, ///< system calls; every failure is reported, including a full disk
    MpiIo  ///< the MPI library, through the stack it uses for the file system
};

/// Purpose for which a file is opened.
enum class FileUse {
    Read,
    Update,  ///< read and write; the file exists
    Scratch, ///< read and write a temporary file, which the writer reads back and removes; it need not reach the disk
    Sparse,  ///< read and write; written zeros become holes if the file system supports them
    Create   ///< read and write; the file is created, or emptied if it exists
};

/// Returns the bytes of a list of places in memory.
[[nodiscard]] Index bytes_of(std::span<iovec const> places);

/// An open file. Each rank transfers bytes on its own. Other functions are collective over the communicator of open(), or
/// local to one rank after open_alone(). Failures throw FileFailure (posix_file.hpp) if bytes could not be transferred, else
/// std::runtime_error. In a collective call all ranks throw AgreedFailure.
class FileChannel {
  public:
    /// Opens a file. `comm` must outlive the channel. Collective.
    [[nodiscard]] static std::unique_ptr<FileChannel> open(Communicator const& comm, std::string const& path, FileUse use,
                                                           ChannelKind kind = ChannelKind::Posix);
    /// Opens a file for this rank alone; then no function is collective.
    [[nodiscard]] static std::unique_ptr<FileChannel> open_alone(std::string const& path, FileUse use,
                                                                 ChannelKind kind = ChannelKind::Posix);
    FileChannel(FileChannel const&) = delete;
    FileChannel& operator=(FileChannel const&) = delete;
    virtual ~FileChannel() = default; ///< closes the file without reporting failures, if necessary on this rank alone

    /// Transfer the bytes from `offset` on, to or from a list of places in memory, in one request. The list is modified.
    /// read() throws if the file ends before.
    virtual void read(Index offset, std::span<iovec> places) const = 0;
    virtual void write(Index offset, std::span<iovec> places) const = 0;
    /// The same with one place.
    virtual void read_at(Index offset, std::span<std::byte> data) const;
    virtual void write_at(Index offset, std::span<std::byte const> data) const;

    [[nodiscard]] virtual Index size() const = 0; ///< in bytes; not collective
    virtual void resize(Index bytes) = 0;         ///< collective
    virtual void sync() const = 0;                ///< returns when all written bytes are on the disk; collective
    virtual void close() = 0;                     ///< reports late failures; only the destructor may follow; collective

  protected:
    FileChannel() = default;
};

/// Open MPI's two implementations of MPI-IO.
enum class MpiIoStack { Ompio, Romio };

/// Returns "ompio" or "romio", as users write it.
[[nodiscard]] std::string_view name_of(MpiIoStack stack);

/// Makes all files that this process opens by MPI-IO from now on use one stack; a choice per file is not possible. Call it
/// first: Open MPI 4 reads its parameter `io` only when the first file is opened, and HDF5's parallel files count. Not
/// collective, but all ranks must call it. Error: this MPI lacks the stack (MPICH and its relatives have only romio).
[[nodiscard]] Result<void> choose_mpi_io(MpiIoStack stack);

} // namespace tessera
