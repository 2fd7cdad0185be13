// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file accessed through MPI-IO.
#include "libcore/files/access/mpi_io_channel.hpp"

#include "libcore/files/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <vector>

namespace tessera {

namespace {

/// Returns a datatype of which one element covers the places in memory, for use with MPI_BOTTOM.
Datatype places_type(std::span<iovec const> places) {
    constexpr std::size_t most = std::size_t{1} << 30; // bytes per block, because lengths are ints
    std::vector<int> lengths;
    std::vector<MPI_Aint> begins;
    for (iovec const& place : places) {
        for (std::size_t done = 0; done < place.iov_len; done += most) {
            MPI_Aint begin = 0;
            check_mpi(MPI_Get_address(static_cast<std::byte*>(place.iov_base) + done, &begin), "MPI_Get_address");
            lengths.push_back(narrow<int>(std::min(most, place.iov_len - done)));
            begins.push_back(begin);
        }
    }
    MPI_Datatype type = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_create_hindexed(narrow<int>(lengths.size()), lengths.data(), begins.data(), MPI_BYTE, &type),
              "MPI_Type_create_hindexed");
    check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
    return Datatype(type);
}

} // namespace

MpiIoChannel::MpiIoChannel(Communicator const* comm, std::string const& path, FileUse use) : comm_(comm), path_(path) {
    int const mode =
        use == FileUse::Read ? MPI_MODE_RDONLY : (use == FileUse::Create ? MPI_MODE_RDWR | MPI_MODE_CREATE : MPI_MODE_RDWR);
    MPI_Comm const group = comm != nullptr ? comm->handle() : MPI_COMM_SELF;
    check_all(MPI_File_open(group, path.c_str(), mode, MPI_INFO_NULL, &file_), "opening");
    if (use == FileUse::Create) resize(0);
}

/// An open file is open on all ranks, and the same exception closes it on all of them. After MPI has ended there is nothing to
/// close.
MpiIoChannel::~MpiIoChannel() {
    if (file_ != MPI_FILE_NULL && mpi_is_active()) MPI_File_close(&file_);
}

void MpiIoChannel::check(int code, char const* doing) const {
    if (code != MPI_SUCCESS) throw std::runtime_error(fmt::format("{} '{}': {}", doing, path_, mpi_error_text(code)));
}

void MpiIoChannel::check_all(int code, char const* doing) const {
    if (comm_ == nullptr) return check(code, doing);
    all_or_none(*comm_, [&] { check(code, doing); });
}

void MpiIoChannel::failed(char const* doing, Run bytes, std::string const& why) const {
    throw FileFailure(fmt::format("{} bytes {} to {} of '{}': {}", doing, bytes.begin, bytes.end - 1, path_, why), bytes);
}

/// `move`: transfers `count` elements of a datatype from or to an address. The byte count is checked, because a stack may
/// report success after a partial transfer.
template <class Move>
void MpiIoChannel::move(char const* doing, Index offset, std::span<iovec const> places, Move const& move) const {
    Run bytes{offset, offset};
    for (iovec const& place : places) bytes.end += static_cast<Index>(place.iov_len);
    if (bytes.empty()) return;
    MPI_Status status;
    MPI_Count moved = 0;
    int code = MPI_SUCCESS;
    if (places.size() == 1) {
        ByteBlock const block(bytes.size());
        code = move(places.front().iov_base, block.count(), block.type(), &status);
        if (code == MPI_SUCCESS) check_mpi(MPI_Get_elements_x(&status, block.type(), &moved), "MPI_Get_elements_x");
    } else {
        Datatype const type = places_type(places);
        code = move(MPI_BOTTOM, 1, type.handle(), &status);
        if (code == MPI_SUCCESS) check_mpi(MPI_Get_elements_x(&status, type.handle(), &moved), "MPI_Get_elements_x");
    }
    if (code != MPI_SUCCESS) failed(doing, bytes, mpi_error_text(code));
    if (moved != bytes.size()) failed(doing, bytes, fmt::format("{} bytes of {} were moved", Index{moved}, bytes.size()));
}

void MpiIoChannel::read(Index offset, std::span<iovec> places) const {
    move("reading", offset, places, [&](void* memory, int count, MPI_Datatype type, MPI_Status* status) {
        return MPI_File_read_at(file_, offset, memory, count, type, status);
    });
}

void MpiIoChannel::write(Index offset, std::span<iovec> places) const {
    move("writing", offset, places, [&](void const* memory, int count, MPI_Datatype type, MPI_Status* status) {
        return MPI_File_write_at(file_, offset, memory, count, type, status);
    });
}

Index MpiIoChannel::size() const {
    MPI_Offset bytes = 0;
    check(MPI_File_get_size(file_, &bytes), "looking at");
    return bytes;
}

void MpiIoChannel::resize(Index bytes) {
    check_all(MPI_File_set_size(file_, bytes), "writing");
}

void MpiIoChannel::sync() const {
    check_all(MPI_File_sync(file_), "writing");
}

void MpiIoChannel::close() {
    check_all(MPI_File_close(&file_), "closing");
}

} // namespace tessera
