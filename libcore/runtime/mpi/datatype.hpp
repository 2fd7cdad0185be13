// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI datatypes that free themselves, and messages of any number of bytes.
#pragma once

#include "libcore/base/index.hpp"

#include <limits>
#include <memory>
#include <mpi.h>
#include <utility>

namespace tessera {

/// A derived datatype. Move-only.
class Datatype {
  public:
    Datatype() = default;
    explicit Datatype(MPI_Datatype committed) : handle_(committed) {}
    Datatype(Datatype&& other) noexcept;
    Datatype& operator=(Datatype&& other) noexcept;
    ~Datatype(); ///< unless MPI is already finalized

    /// `bytes` bytes that begin `displacement` bytes behind the buffer's address, as one element. most_per_count: as in ByteBlock.
    [[nodiscard]] static Datatype bytes_at(Index displacement, Index bytes, Index most_per_count);

    [[nodiscard]] MPI_Datatype handle() const { return handle_; }
    [[nodiscard]] explicit operator bool() const { return handle_ != MPI_DATATYPE_NULL; }

  private:
    void release() noexcept;
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

/// MPI counts are ints: the largest number of elements one call can name.
inline constexpr Index max_mpi_count = std::numeric_limits<int>::max();

/// A number of bytes as a count and a datatype, of plain bytes where the count fits.
class ByteBlock {
  public:
    /// most_per_count: above this a derived datatype is used; smaller than max_mpi_count only in tests.
    explicit ByteBlock(Index bytes, Index most_per_count = max_mpi_count);
    /// One element of a committed type: bytes that lie scattered behind the place of the message.
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
