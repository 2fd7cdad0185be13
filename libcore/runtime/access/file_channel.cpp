// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that all ranks of a group have open, and the ways to reach it.
#include "libcore/runtime/access/file_channel.hpp"

#include "libcore/runtime/access/mpi_io_channel.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <cstdlib>
#include <functional>
#include <optional>

namespace tessera {

namespace {

/// So many bytes that were written one behind the other go to the disk at once, while others are copied: at the end sync() has less
/// to wait for. Shorter stretches wait for it, as they may be written to once more.
constexpr Index written_behind = Index{2} << 20;

class PosixChannel final : public FileChannel {
  public:
    /// comm: null for one rank alone.
    PosixChannel(Comm const* comm, std::string const& path, FileUse use) : comm_(comm), writes_behind_(use != FileUse::Scratch) {
        if (use == FileUse::Create) of_one([&] { PosixFile::open_or_create(path).resize(0); });
        of_all([&] { file_.emplace(use == FileUse::Read ? PosixFile::open_to_read(path) : PosixFile::open_to_write(path)); });
    }

    void read(Index offset, std::span<iovec> places) const override { file_->read(offset, places); }
    void write(Index offset, std::span<iovec> places) const override {
        Index bytes = 0;
        for (iovec const& place : places) bytes += narrow<Index>(place.iov_len);
        file_->write(offset, places);
        write_behind({offset, offset + bytes});
    }
    void read_at(Index offset, std::span<std::byte> data) const override { file_->read(offset, data); }
    void write_at(Index offset, std::span<std::byte const> data) const override { file_->write(offset, data); }

    [[nodiscard]] Index size() const override { return file_->size(); }
    void resize(Index bytes) override {
        of_one([&] { file_->resize(bytes); });
    }
    void sync() const override {
        of_all([&] { file_->sync(); });
    }
    void close() override {
        of_all([&] { file_->close(); });
    }

  private:
    void write_behind(Run bytes) const {
        fresh_ = {bytes.begin == fresh_.end ? fresh_.begin : bytes.begin, bytes.end};
        if (!writes_behind_ || fresh_.size() < written_behind) return;
        file_->begin_sync(fresh_);
        fresh_ = {};
    }
    void of_all(std::function<void()> const& work) const { comm_ != nullptr ? all_or_none(*comm_, work) : work(); }
    void of_one(std::function<void()> const& work) const {
        of_all([&] {
            if (comm_ == nullptr || comm_->rank() == 0) work();
        });
    }

    Comm const* comm_;
    bool writes_behind_;
    std::optional<PosixFile> file_;
    mutable Run fresh_; // the last bytes that were written, one behind the other
};

} // namespace

std::unique_ptr<FileChannel> FileChannel::open(Comm const& comm, std::string const& path, FileUse use, ChannelKind kind) {
    if (kind == ChannelKind::Posix) return std::make_unique<PosixChannel>(&comm, path, use);
    return std::make_unique<MpiIoChannel>(&comm, path, use);
}

std::unique_ptr<FileChannel> FileChannel::open_alone(std::string const& path, FileUse use, ChannelKind kind) {
    if (kind == ChannelKind::Posix) return std::make_unique<PosixChannel>(nullptr, path, use);
    return std::make_unique<MpiIoChannel>(nullptr, path, use);
}

void FileChannel::read_at(Index offset, std::span<std::byte> data) const {
    iovec place{data.data(), data.size()};
    read(offset, {&place, 1});
}

void FileChannel::write_at(Index offset, std::span<std::byte const> data) const {
    iovec place{const_cast<std::byte*>(data.data()), data.size()}; // which is only read
    write(offset, {&place, 1});
}

std::string_view name_of(MpiIoStack stack) {
    return stack == MpiIoStack::Ompio ? "ompio" : "romio";
}

Result<void> choose_mpi_io(MpiIoStack stack) {
#ifdef OPEN_MPI
    setenv("OMPI_MCA_io", stack == MpiIoStack::Ompio ? "ompio" : "romio321", 1);
#else
    if (stack == MpiIoStack::Ompio) return fail("this MPI has no ompio, which is Open MPI's own; use romio");
#endif
    return {};
}

} // namespace tessera
