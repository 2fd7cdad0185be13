// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file reached through MPI-IO.
#pragma once

#include "libcore/runtime/access/file_channel.hpp"

#include <mpi.h>
#include <string>

namespace tessera {

/// Only contiguous bytes are asked for, each rank for itself: which requests are made is decided by our plans, not by the stack.
class MpiIoChannel final : public FileChannel {
  public:
    MpiIoChannel(Comm const& comm, std::string const& path, FileUse use); ///< collective
    ~MpiIoChannel() override;

    void read_at(Index offset, std::span<std::byte> data) override;
    void write_at(Index offset, std::span<std::byte const> data) override;
    [[nodiscard]] Index size() const override;
    void resize(Index bytes) override;
    void sync() override;
    void close() override;

  private:
    void check(int code, char const* doing) const;
    void check_all(int code, char const* doing) const;
    void expect(MPI_Status const& status, MPI_Datatype type, Index bytes, char const* doing) const;

    Comm const& comm_;
    std::string path_;
    MPI_File file_ = MPI_FILE_NULL;
};

} // namespace tessera
