// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that all ranks of a group have open, and the ways to reach it.
#include "libcore/runtime/access/file_channel.hpp"

#include "libcore/runtime/access/mpi_io_channel.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <cstdlib>
#include <functional>
#include <optional>

namespace tessera {

namespace {

class PosixChannel final : public FileChannel {
  public:
    /// comm: null for one rank alone.
    PosixChannel(Comm const* comm, std::string const& path, FileUse use) : comm_(comm) {
        if (use == FileUse::Create) of_one([&] { PosixFile::open_or_create(path).resize(0); });
        of_all([&] { file_.emplace(use == FileUse::Read ? PosixFile::open_to_read(path) : PosixFile::open_to_write(path)); });
    }

    void read(Index offset, std::span<iovec> places) const override { file_->read(offset, places); }
    void write(Index offset, std::span<iovec> places) const override { file_->write(offset, places); }
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
    void of_all(std::function<void()> const& work) const { comm_ != nullptr ? all_or_none(*comm_, work) : work(); }
    void of_one(std::function<void()> const& work) const {
        of_all([&] {
            if (comm_ == nullptr || comm_->rank() == 0) work();
        });
    }

    Comm const* comm_;
    std::optional<PosixFile> file_;
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

void choose_mpi_io(MpiIoStack stack) {
    setenv("OMPI_MCA_io", stack == MpiIoStack::Ompio ? "ompio" : "romio321", 1);
}

} // namespace tessera
