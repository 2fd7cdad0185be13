// SPDX-License-Identifier: BSD-3-Clause
// Tessera: variables of classic netCDF files, for reading and writing.
#include "libcore/files/store/netcdf/classic_array.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace tessera {

namespace {

/// File offsets of record variables: each record holds one slab of every record variable.
class RecordPlaces final : public ChunkAddresses {
  public:
    RecordPlaces(Index begin, Index record, std::size_t dim) : begin_(begin), record_(record), dim_(dim) {}

    [[nodiscard]] std::optional<Index> address(std::span<Index const> chunk) override { return begin_ + chunk[dim_] * record_; }

  private:
    Index begin_;
    Index record_;
    std::size_t dim_;
};

/// Returns the number of records that fit in the file, if the header does not state it.
Index counted_records(ClassicHeader const& header, Index file_bytes) {
    Index begin = file_bytes;
    for (ClassicVariable const& variable : header.variables)
        if (is_record(header, variable)) begin = std::min(begin, variable.begin);
    Index const record = record_bytes(header);
    return record > 0 ? (file_bytes - begin) / record : 0;
}

Extents extents_of(ClassicHeader const& header, ClassicVariable const& variable) {
    Extents extents;
    for (Index const dim : variable.dims) {
        Index const length = header.dims[as_size(dim)].length;
        extents.push_back(length > 0 ? length : header.records);
    }
    return extents;
}

} // namespace

namespace {

Result<ClassicHeader> read_header(std::string const& path) {
    PosixFile const file = PosixFile::open_to_read(path);
    Index const bytes = file.size();
    constexpr Index first_try = Index{1} << 16;
    constexpr Index longest = Index{1} << 28;
    for (Index tried = std::min(bytes, first_try);; tried = std::min(bytes, tried * 16)) {
        std::string start(as_size(tried), '\0');
        file.read(0, std::as_writable_bytes(std::span(start)));
        auto header = parse_classic(start);
        if (!header) return fail(fmt::format("cannot read '{}': {}", path, header.error().message));
        if (!*header && tried < std::min(bytes, longest)) continue;
        if (!*header) return fail(fmt::format("cannot read '{}': it ends within its header", path));
        if ((*header)->records < 0) (*header)->records = counted_records(**header, bytes);
        return **std::move(header);
    }
}

} // namespace

Result<std::shared_ptr<LoadedClassic const>> load_classic(std::string const& path) {
    TRY(check_readable(path));
    static std::map<std::pair<std::uint64_t, std::uint64_t>, std::pair<FileIdentity, std::weak_ptr<LoadedClassic const>>> loaded;
    FileIdentity const identity = identity_of(path);
    std::erase_if(loaded, [](auto const& each) { return each.second.second.expired(); });
    auto& [known, held] = loaded[{identity.device, identity.inode}];
    if (auto there = held.lock(); there && known == identity) return there;
    auto header = TRY(read_header(path));
    auto made = std::make_shared<LoadedClassic>(LoadedClassic{std::move(header)});
    for (std::size_t i = 0; i < made->variables.size(); ++i) made->by_name.emplace(made->variables[i].name, i);
    known = identity;
    held = made;
    return made;
}

Index classic_end(ClassicHeader const& header, ClassicVariable const& variable) {
    Index const slab = slab_bytes(header, variable);
    if (!is_record(header, variable)) return variable.begin + slab;
    return header.records == 0 ? variable.begin : variable.begin + (header.records - 1) * record_bytes(header) + slab;
}

StoredArray classic_array(std::string const& path, ClassicHeader const& header, std::size_t number, StorageOrder order) {
    ClassicVariable const& variable = header.variables[number];
    StoredArray array{.name = fmt::format("{}:/{}", path, variable.name),
                      .array = "/" + variable.name,
                      .type = *classic_type(variable.type),
                      .extents = extents_of(header, variable),
                      .order = order};
    array.big_endian = true;
    for (Index const dim : variable.dims) {
        array.dim_names.push_back(header.dims[as_size(dim)].name);
        array.unlimited.push_back(header.dims[as_size(dim)].length == 0);
    }
    if (order == StorageOrder::Fortran) {
        std::reverse(array.unlimited.begin(), array.unlimited.end());
        std::ranges::reverse(array.extents);
        std::ranges::reverse(array.dim_names);
    }
    StoredFile file = in_one_piece(path, array.extents, order, variable.begin);
    Index const record = is_record(header, variable) ? record_bytes(header) : 0; // computed once, because it visits all variables
    if (record > 0 && record != slab_bytes(header, variable)) {
        std::size_t const dim = order == StorageOrder::C ? 0 : array.extents.size() - 1;
        file.shape.chunk[dim] = 1;
        file.places = std::make_shared<RecordPlaces>(variable.begin, record, dim);
    }
    array.files.push_back(std::move(file));
    return array;
}

} // namespace tessera
