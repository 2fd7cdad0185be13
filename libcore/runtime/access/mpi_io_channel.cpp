// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file reached through MPI-IO.
#include "libcore/runtime/access/mpi_io_channel.hpp"

#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace tessera {

MpiIoChannel::MpiIoChannel(Comm const& comm, std::string const& path, FileUse use) : comm_(comm), path_(path) {
    int const mode =
        use == FileUse::Read ? MPI_MODE_RDONLY : (use == FileUse::Create ? MPI_MODE_RDWR | MPI_MODE_CREATE : MPI_MODE_RDWR);
    check_all(MPI_File_open(comm.handle(), path.c_str(), mode, MPI_INFO_NULL, &file_), "opening");
    if (use == FileUse::Create) resize(0);
}

/// A file that is open here is open everywhere, and the same exception closes it on all ranks; after MPI's end nothing is left.
MpiIoChannel::~MpiIoChannel() {
    if (file_ != MPI_FILE_NULL && mpi_is_active()) MPI_File_close(&file_);
}

void MpiIoChannel::check(int code, char const* doing) const {
    if (code != MPI_SUCCESS) throw std::runtime_error(fmt::format("{} '{}': {}", doing, path_, mpi_error_text(code)));
}

void MpiIoChannel::check_all(int code, char const* doing) const {
    all_or_none(comm_, [&] { check(code, doing); });
}

/// A stack that moved less than it was asked for may still call it a success.
void MpiIoChannel::expect(MPI_Status const& status, MPI_Datatype type, Index bytes, char const* doing) const {
    MPI_Count moved = 0;
    check(MPI_Get_elements_x(&status, type, &moved), doing);
    if (moved != bytes) throw std::runtime_error(fmt::format("{} '{}': {} bytes of {} were moved", doing, path_, moved, bytes));
}

void MpiIoChannel::read_at(Index offset, std::span<std::byte> data) {
    ByteBlock const block(std::ssize(data));
    MPI_Status status;
    check(MPI_File_read_at(file_, offset, data.data(), block.count(), block.type(), &status), "reading");
    expect(status, block.type(), std::ssize(data), "reading");
}

void MpiIoChannel::write_at(Index offset, std::span<std::byte const> data) {
    ByteBlock const block(std::ssize(data));
    MPI_Status status;
    check(MPI_File_write_at(file_, offset, data.data(), block.count(), block.type(), &status), "writing");
    expect(status, block.type(), std::ssize(data), "writing");
}

Index MpiIoChannel::size() const {
    MPI_Offset bytes = 0;
    check(MPI_File_get_size(file_, &bytes), "looking at");
    return bytes;
}

void MpiIoChannel::resize(Index bytes) {
    check_all(MPI_File_set_size(file_, bytes), "writing");
}

void MpiIoChannel::sync() {
    check_all(MPI_File_sync(file_), "writing");
}

void MpiIoChannel::close() {
    check_all(MPI_File_close(&file_), "closing");
}

} // namespace tessera
