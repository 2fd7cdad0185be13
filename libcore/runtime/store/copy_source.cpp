// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array a copy reads, whatever its files.
#include "libcore/runtime/store/copy_source.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/store/flat_file.hpp"
#include "libcore/runtime/store/hdf5_array.hpp"
#include "libcore/runtime/store/local_array.hpp"
#include "libcore/runtime/store/npy_header.hpp"
#include "libcore/runtime/store/stored_checksum.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

Result<StoredArray> flat_array(std::string const& path, RawArray const& raw, bool big_endian, Index file_bytes) {
    StoredArray array{.name = path, .type = raw.type, .extents = raw.extents, .order = raw.order, .big_endian = big_endian};
    Index const end = raw.begin + array.bytes();
    if (file_bytes != end)
        return fail(fmt::format("'{}' has {} bytes, but {} needs {}", path, file_bytes,
                                describe(FileArray{raw.type, raw.extents, raw.order}), end));
    array.files.push_back(in_one_piece(path, raw.extents, raw.order, raw.begin));
    auto const checksum = noted_checksum(path, "");
    if (!checksum) return forward_error(checksum);
    array.checksum = *checksum;
    return array;
}

Result<StoredArray> open_npy_array(std::string const& path) {
    if (auto readable = check_readable(path); !readable) return forward_error(readable);
    PosixFile const file = PosixFile::open_to_read(path);
    std::string start(static_cast<std::size_t>(std::min(file.size(), max_npy_header)), '\0');
    file.read(0, std::as_writable_bytes(std::span(start)));
    auto const header = parse_npy_header(start);
    if (!header) return fail(fmt::format("cannot read '{}': {}", path, header.error().message));
    RawArray const raw{header->array.type, header->array.extents, header->array.order, header->bytes};
    return flat_array(path, raw, header->big_endian, file.size());
}

Result<StoredArray> open_raw_array(std::string const& path, std::optional<RawArray> const& raw) {
    if (auto readable = check_readable(path); !readable) return forward_error(readable);
    if (!raw) return fail(fmt::format("'{}' does not say what it holds; --array does: --array 'real8 A(100,200)'", path));
    return flat_array(path, *raw, false, PosixFile::open_to_read(path).size());
}

} // namespace

Result<StoredArray> open_source(FileName const& file, std::optional<RawArray> const& raw, bool for_hdf5) {
    switch (file.format) {
    case FileName::Format::Hdf5:
        return open_hdf5_array(file.path, file.dataset, StorageOrder::C, for_hdf5 ? Hdf5Elements::AsStored : Hdf5Elements::Known);
    case FileName::Format::Npy:
        return open_npy_array(file.path);
    case FileName::Format::Raw:
        return open_raw_array(file.path, raw);
    case FileName::Format::LocalFiles:
        break;
    }
    return open_local_array(file.path);
}

std::vector<std::string> files_of(FileName const& file) {
    std::vector<std::string> paths{file.path};
    bool const refers = file.format == FileName::Format::Hdf5 || file.format == FileName::Format::LocalFiles;
    try {
        auto const array = refers ? open_source(file, std::nullopt, true) : Result<StoredArray>(fail(""));
        if (!array) return paths;
        for (StoredFile const& part : array->files) paths.push_back(part.path);
        paths.insert(paths.end(), array->other_files.begin(), array->other_files.end());
    } catch (std::runtime_error const&) { // reading it will say so
    }
    return paths;
}

} // namespace tessera
