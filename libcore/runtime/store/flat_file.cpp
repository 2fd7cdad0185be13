// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files that hold nothing but an array, behind a header or none: npy and raw.
#include "libcore/runtime/store/flat_file.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/elements/element_kind.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/store/npy_header.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>
#include <utility>

namespace tessera {

namespace {

class FlatFile final : public SlabFile {
  public:
    FlatFile(PosixFile file, FileArray array, Index first_byte, std::optional<ElementKind> swapped)
        : file_(std::move(file)), array_(std::move(array)), first_byte_(first_byte), swapped_(swapped) {}

    [[nodiscard]] FileArray const& array() const override { return array_; }

    void read(Run slabs, std::byte* data) override {
        std::span const place(data, size(slabs));
        file_.read(offset(slabs), place);
        if (swapped_) swap_byte_order(*swapped_, place);
    }
    void write(Run slabs, std::byte const* data) override { file_.write(offset(slabs), {data, size(slabs)}); }
    void close() override {
        file_.sync();
        file_.close();
    }

  private:
    [[nodiscard]] std::size_t size(Run slabs) const { return static_cast<std::size_t>(slabs.size() * array_.slab_bytes()); }
    [[nodiscard]] Index offset(Run slabs) const { return first_byte_ + slabs.begin * array_.slab_bytes(); }

    PosixFile file_;
    FileArray array_;
    Index first_byte_;
    std::optional<ElementKind> swapped_; // the elements' kind, where their bytes are in the other order
};

Result<NpyHeader> read_npy_header(PosixFile const& file) {
    std::string start(static_cast<std::size_t>(std::min(file.size(), max_npy_header)), '\0');
    file.read(0, std::as_writable_bytes(std::span(start)));
    return parse_npy_header(start);
}

Result<void> expect_size(std::string const& path, Index found, Index wanted, FileArray const& array) {
    if (found == wanted) return {};
    return fail(fmt::format("'{}' has {} bytes, but {} needs {}", path, found, describe(array), wanted));
}

/// Rank 0 makes the file with header and full size; then all open it.
std::unique_ptr<SlabFile> create_flat(Comm const& comm, std::string const& path, FileArray const& array,
                                      std::string const& header) {
    auto const first_byte = static_cast<Index>(header.size());
    all_or_none(comm, [&] {
        if (comm.rank() != 0) return;
        PosixFile file = PosixFile::create(path);
        file.resize(first_byte + array.bytes());
        file.write(0, std::as_bytes(std::span(header)));
        file.close();
    });
    std::unique_ptr<SlabFile> result;
    all_or_none(comm,
                [&] { result = std::make_unique<FlatFile>(PosixFile::open_to_write(path), array, first_byte, std::nullopt); });
    return result;
}

} // namespace

std::unique_ptr<SlabFile> fill_flat(std::string const& path, FileArray const& array, Index first_byte) {
    return std::make_unique<FlatFile>(PosixFile::open_to_write(path), array, first_byte, std::nullopt);
}

Result<void> check_readable(std::string const& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return fail(fmt::format("cannot read '{}': it is a directory", path));
    if (access(path.c_str(), R_OK) != 0) return fail(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    return {};
}

Result<std::unique_ptr<SlabFile>> open_npy(Comm const& comm, std::string const& path) {
    std::unique_ptr<SlabFile> result;
    auto const opened = together(comm, [&]() -> Result<void> {
        if (auto readable = check_readable(path); !readable) return readable;
        PosixFile file = PosixFile::open_to_read(path);
        auto const header = read_npy_header(file);
        if (!header) return fail(fmt::format("cannot read '{}': {}", path, header.error().message));
        auto size = expect_size(path, file.size(), header->bytes + header->array.bytes(), header->array);
        if (!size) return size;
        auto const swapped = header->big_endian ? kind_of(header->array.type) : std::nullopt;
        result = std::make_unique<FlatFile>(std::move(file), header->array, header->bytes, swapped);
        return {};
    });
    if (!opened) return forward_error(opened);
    return result;
}

Result<std::unique_ptr<SlabFile>> open_raw(Comm const& comm, std::string const& path, FileArray const& array) {
    std::unique_ptr<SlabFile> result;
    auto const opened = together(comm, [&]() -> Result<void> {
        if (auto readable = check_readable(path); !readable) return readable;
        PosixFile file = PosixFile::open_to_read(path);
        auto size = expect_size(path, file.size(), array.bytes(), array);
        if (!size) return size;
        result = std::make_unique<FlatFile>(std::move(file), array, 0, std::nullopt);
        return {};
    });
    if (!opened) return forward_error(opened);
    return result;
}

Result<std::unique_ptr<SlabFile>> create_npy(Comm const& comm, std::string const& path, FileArray const& array) {
    auto const header = npy_header(array);
    if (!header) return forward_error(header);
    return create_flat(comm, path, array, *header);
}

Result<std::unique_ptr<SlabFile>> create_raw(Comm const& comm, std::string const& path, FileArray const& array) {
    return create_flat(comm, path, array, "");
}

} // namespace tessera
