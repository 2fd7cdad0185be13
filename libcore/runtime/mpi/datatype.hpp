// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI datatypes that free themselves, and messages longer than 2^31 - 1 bytes.
#pragma once

#include "libcore/base/index.hpp"

#include <limits>
#include <memory>
#include <mpi.h>
#include <utility>

namespace tessera {

/// A derived datatype, freed by its destructor. Move-only.
class Datatype {
  public:
    Datatype() = default;
    explicit Datatype(MPI_Datatype committed) : handle_(committed) {}
    Datatype(Datatype&& other) noexcept;
    Datatype& operator=(Datatype&& other) noexcept;
    ~Datatype(); ///< frees the datatype unless MPI is already finalized

    /// Returns a type whose one element is `bytes` bytes at `displacement` bytes after the buffer's address. most_per_count:
    /// see ByteBlock.
    [[nodiscard]] static Datatype bytes_at(Index displacement, Index bytes, Index most_per_count);

    [[nodiscard]] MPI_Datatype handle() const { return handle_; }
    [[nodiscard]] explicit operator bool() const { return handle_ != MPI_DATATYPE_NULL; }

  private:
    void release() noexcept;
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

/// The largest number of elements in one call, because MPI counts are ints.
inline constexpr Index max_mpi_count = std::numeric_limits<int>::max();

/// A number of bytes as an MPI count and datatype. The type is MPI_BYTE if the count fits.
class ByteBlock {
  public:
    /// If `bytes` is above most_per_count, the type is a derived datatype. Only tests pass less than max_mpi_count.
    explicit ByteBlock(Index bytes, Index most_per_count = max_mpi_count);
    /// One element of a committed type: bytes scattered relative to the address of the message.
    explicit ByteBlock(std::shared_ptr<Datatype const> scattered) : count_(1), scattered_(std::move(scattered)) {}

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] MPI_Datatype type() const {
        if (scattered_) return scattered_->handle();
        return large_ ? large_.handle() : MPI_BYTE;
    }

  private:
    int count_;
    Datatype large_;
    std::shared_ptr<Datatype const> scattered_;
};

} // namespace tessera
