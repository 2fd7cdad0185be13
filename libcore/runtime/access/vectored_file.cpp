// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that one rank has open by itself, and whose requests reach several places in memory at once.
#include "libcore/runtime/access/vectored_file.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <mpi.h>
#include <vector>

namespace tessera {

namespace {

class PosixVectored final : public VectoredFile {
  public:
    PosixVectored(std::string const& path, FileUse use)
        : file_(use == FileUse::Read ? PosixFile::open_to_read(path) : PosixFile::open_to_write(path)) {}

    void read(Index offset, std::span<iovec> places) const override { file_.read(offset, places); }
    void write(Index offset, std::span<iovec> places) const override { file_.write(offset, places); }
    void sync() const override { file_.sync(); }

  private:
    PosixFile file_;
};

/// Places in memory as one element of a datatype, to be used with MPI_BOTTOM.
Datatype places_type(std::span<iovec const> places) {
    constexpr std::size_t most = std::size_t{1} << 30; // bytes of one block: lengths are ints
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

class MpiVectored final : public VectoredFile {
  public:
    MpiVectored(std::string const& path, FileUse use) : path_(path) {
        int const mode = use == FileUse::Read ? MPI_MODE_RDONLY : MPI_MODE_RDWR;
        int const code = MPI_File_open(MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &file_);
        if (code != MPI_SUCCESS) throw std::runtime_error(fmt::format("opening '{}': {}", path, mpi_error_text(code)));
    }
    ~MpiVectored() override {
        if (mpi_is_active()) MPI_File_close(&file_);
    }

    void read(Index offset, std::span<iovec> places) const override {
        Datatype const type = places_type(places);
        MPI_Status status;
        int const code = MPI_File_read_at(file_, offset, MPI_BOTTOM, 1, type.handle(), &status);
        check(code, status, type, offset, places, "reading");
    }
    void write(Index offset, std::span<iovec> places) const override {
        Datatype const type = places_type(places);
        MPI_Status status;
        int const code = MPI_File_write_at(file_, offset, MPI_BOTTOM, 1, type.handle(), &status);
        check(code, status, type, offset, places, "writing");
    }
    void sync() const override {
        int const code = MPI_File_sync(file_);
        if (code != MPI_SUCCESS) throw FileFailure(fmt::format("writing '{}': {}", path_, mpi_error_text(code)), {});
    }

  private:
    /// A stack that moved less than it was asked for may still call it a success.
    void check(int code, MPI_Status const& status, Datatype const& type, Index offset, std::span<iovec const> places,
               char const* doing) const {
        Run bytes{offset, offset};
        for (iovec const& place : places) bytes.end += static_cast<Index>(place.iov_len);
        MPI_Count moved = 0;
        std::string why;
        if (code != MPI_SUCCESS) {
            why = mpi_error_text(code);
        } else {
            check_mpi(MPI_Get_elements_x(&status, type.handle(), &moved), "MPI_Get_elements_x");
            if (moved == bytes.size()) return;
            why = fmt::format("{} bytes of {} were moved", Index{moved}, bytes.size());
        }
        throw FileFailure(fmt::format("{} bytes {} to {} of '{}': {}", doing, bytes.begin, bytes.end - 1, path_, why), bytes);
    }

    std::string path_;
    MPI_File file_ = MPI_FILE_NULL;
};

} // namespace

std::unique_ptr<VectoredFile> VectoredFile::open(std::string const& path, FileUse use, ChannelKind kind) {
    assert(use != FileUse::Create);
    if (kind == ChannelKind::Posix) return std::make_unique<PosixVectored>(path, use);
    return std::make_unique<MpiVectored>(path, use);
}

} // namespace tessera
