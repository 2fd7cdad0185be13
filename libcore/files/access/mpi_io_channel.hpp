// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file accessed through MPI-IO.
#pragma once

#include "libcore/files/access/file_channel.hpp"
#include "libcore/sets/run.hpp"

#include <mpi.h>
#include <string>

namespace tessera {

/// Requests contiguous bytes only, each rank on its own: our plans decide which requests are made, not the stack.
class MpiIoChannel final : public FileChannel {
  public:
    /// Collective, unless `comm` is null: then for this rank alone.
    MpiIoChannel(Communicator const* comm, std::string const& path, FileUse use);
    ~MpiIoChannel() override;

    void read(Index offset, std::span<iovec> places) const override;
    void write(Index offset, std::span<iovec> places) const override;
    [[nodiscard]] Index size() const override;
    void resize(Index bytes) override;
    void sync() const override;
    void close() override;

  private:
    void check(int code, char const* doing) const;
    void check_all(int code, char const* doing) const;
    [[noreturn]] void failed(char const* doing, Run bytes, std::string const& why) const;

    template <class Move>
    void move(char const* doing, Index offset, std::span<iovec const> places, Move const& move) const;

    Communicator const* comm_;
    std::string path_;
    MPI_File file_ = MPI_FILE_NULL;
};

} // namespace tessera
