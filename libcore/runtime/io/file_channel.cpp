// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that all ranks of a group have open, and the ways to reach it.
#include "libcore/runtime/io/file_channel.hpp"

#include "libcore/runtime/agreement.hpp"
#include "libcore/runtime/files/posix_file.hpp"
#include "libcore/runtime/io/mpi_io_channel.hpp"

#include <cstdlib>
#include <optional>

namespace tessera {

namespace {

class PosixChannel final : public FileChannel {
  public:
    PosixChannel(Comm const& comm, std::string const& path, FileUse use) : comm_(comm) {
        if (use == FileUse::Create)
            all_or_none(comm_, [&] {
                if (comm_.rank() == 0) PosixFile::open_or_create(path).resize(0);
            });
        all_or_none(comm_,
                    [&] { file_.emplace(use == FileUse::Read ? PosixFile::open_to_read(path) : PosixFile::open_to_write(path)); });
    }

    void read_at(Index offset, std::span<std::byte> data) override { file_->read(offset, data); }
    void write_at(Index offset, std::span<std::byte const> data) override { file_->write(offset, data); }

    [[nodiscard]] Index size() const override { return file_->size(); }
    void resize(Index bytes) override {
        all_or_none(comm_, [&] {
            if (comm_.rank() == 0) file_->resize(bytes);
        });
    }
    void sync() override {
        all_or_none(comm_, [&] { file_->sync(); });
    }
    void close() override {
        all_or_none(comm_, [&] { file_->close(); });
    }

  private:
    Comm const& comm_;
    std::optional<PosixFile> file_;
};

} // namespace

std::unique_ptr<FileChannel> FileChannel::open(Comm const& comm, std::string const& path, FileUse use, ChannelKind kind) {
    if (kind == ChannelKind::Posix) return std::make_unique<PosixChannel>(comm, path, use);
    return std::make_unique<MpiIoChannel>(comm, path, use);
}

std::string_view name_of(MpiIoStack stack) {
    return stack == MpiIoStack::Ompio ? "ompio" : "romio";
}

void choose_mpi_io(MpiIoStack stack) {
    setenv("OMPI_MCA_io", stack == MpiIoStack::Ompio ? "ompio" : "romio321", 1);
}

} // namespace tessera
