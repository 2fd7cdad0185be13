// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that all ranks of a group have open, with its access methods.
#include "libcore/files/access/file_channel.hpp"

#include "libcore/files/access/mpi_io_channel.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>

namespace tessera {

Index bytes_of(std::span<iovec const> places) {
    Index bytes = 0;
    for (iovec const& place : places) bytes += narrow<Index>(place.iov_len);
    return bytes;
}

namespace {

/// Least number of consecutively written bytes that start their way to the disk at once, while other data is copied. So sync()
/// waits for less at the end. Shorter runs wait for sync(), because they may be written again.
constexpr Index written_behind = Index{2} << 20;

constexpr Index page = 4096;

class PosixChannel final : public FileChannel {
  public:
    /// comm: null for one rank alone.
    PosixChannel(Communicator const* comm, std::string const& path, FileUse use)
        : comm_(comm), writes_behind_(use != FileUse::Scratch), leaves_holes_(use == FileUse::Sparse) {
        if (use == FileUse::Create) of_one([&] { PosixFile::open_or_create(path).resize(0); });
        of_all([&] { file_.emplace(use == FileUse::Read ? PosixFile::open_to_read(path) : PosixFile::open_to_write(path)); });
    }

    void read(Index offset, std::span<iovec> places) const override { file_->read(offset, places); }
    void write(Index offset, std::span<iovec> places) const override {
        Index const bytes = bytes_of(places); // before the call, which modifies the list
        leaves_holes_ ? write_with_holes(offset, places) : file_->write(offset, places);
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
    /// Writes data but no zeros that fill whole pages of the file.
    void write_with_holes(Index offset, std::span<iovec const> places) const {
        for (iovec const& place : places) {
            auto rest = std::span(static_cast<std::byte const*>(place.iov_base), place.iov_len);
            while (!rest.empty()) {
                auto piece = next_page(offset, rest);
                bool const zeros = fills_page_with_zeros(piece);
                while (piece.size() < rest.size()) {
                    auto const next = next_page(offset + std::ssize(piece), rest.subspan(piece.size()));
                    if (fills_page_with_zeros(next) != zeros) break;
                    piece = rest.first(piece.size() + next.size());
                }
                if (!zeros || !file_->leave_hole({offset, offset + std::ssize(piece)})) file_->write(offset, piece);
                rest = rest.subspan(piece.size());
                offset += std::ssize(piece);
            }
        }
    }
    /// Returns the bytes up to the next page boundary in the file.
    static std::span<std::byte const> next_page(Index offset, std::span<std::byte const> rest) {
        return rest.first(as_size(std::min(std::ssize(rest), page - offset % page)));
    }
    static bool fills_page_with_zeros(std::span<std::byte const> bytes) {
        return std::ssize(bytes) == page && std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
    }
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

    Communicator const* comm_;
    bool writes_behind_;
    bool leaves_holes_;
    std::optional<PosixFile> file_;
    mutable Run fresh_; // the last consecutively written bytes
};

} // namespace

std::unique_ptr<FileChannel> FileChannel::open(Communicator const& comm, std::string const& path, FileUse use, ChannelKind kind) {
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
    iovec place{const_cast<std::byte*>(data.data()), data.size()}; // only read
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
