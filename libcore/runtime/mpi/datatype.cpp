// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI datatypes that free themselves, and messages longer than 2^31 - 1 bytes.
#include "libcore/runtime/mpi/datatype.hpp"

#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <array>
#include <utility>

namespace tessera {

Datatype::Datatype(Datatype&& other) noexcept : handle_(std::exchange(other.handle_, MPI_DATATYPE_NULL)) {}

Datatype& Datatype::operator=(Datatype&& other) noexcept {
    if (this == &other) return *this;
    release();
    handle_ = std::exchange(other.handle_, MPI_DATATYPE_NULL);
    return *this;
}

Datatype::~Datatype() {
    release();
}

void Datatype::release() noexcept {
    if (handle_ != MPI_DATATYPE_NULL && mpi_is_active()) MPI_Type_free(&handle_);
    handle_ = MPI_DATATYPE_NULL;
}

Datatype Datatype::bytes_at(Index displacement, Index bytes, Index most_per_count) {
    MPI_Datatype piece = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(narrow<int>(most_per_count), MPI_BYTE, &piece), "MPI_Type_contiguous");
    Datatype const owned_piece(piece);
    Index const pieces = bytes / most_per_count;
    std::array<int, 2> const counts{narrow<int>(pieces), narrow<int>(bytes % most_per_count)};
    std::array<MPI_Aint, 2> const displacements{displacement, displacement + pieces * most_per_count};
    std::array<MPI_Datatype, 2> const types{piece, MPI_BYTE};
    MPI_Datatype whole = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_create_struct(2, counts.data(), displacements.data(), types.data(), &whole), "MPI_Type_create_struct");
    Datatype result(whole);
    check_mpi(MPI_Type_commit(&result.handle_), "MPI_Type_commit");
    return result;
}

ByteBlock::ByteBlock(Index bytes, Index most_per_count) : count_(1) {
    if (bytes > most_per_count) {
        large_ = Datatype::bytes_at(0, bytes, most_per_count);
    } else {
        count_ = narrow<int>(bytes);
    }
}

} // namespace tessera
