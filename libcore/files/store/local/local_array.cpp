// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays in local files (one file per rank), for reading and writing.
#include "libcore/files/store/local/local_array.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_inside.hpp"
#include "libcore/files/store/manifest_layout.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

/// Owned indices and the neighbours that fit in the shadow. If owned indices are not contiguous, neighbours are undefined and left
/// out.
struct Filled {
    PeriodicSet indices;
    Index origin = 0;
};

Filled with_shadow(PeriodicSet const& owned, ShadowWidth const& shadow, Index extent) {
    if (!owned.is_interval() || owned.empty()) return {owned, shadow.low};
    Run const block = owned.bounds();
    Run const filled{std::max<Index>(block.begin - shadow.low, 0), std::min(block.end + shadow.high, extent)};
    return {PeriodicSet::interval(filled), shadow.low - (block.begin - filled.begin)};
}

/// Errors: a file of a manifest cannot be read; it is a link that leads out of the manifest's folder.
Result<void> check_part(std::string const& path) {
    auto const inside = file_inside(directory_of(path), std::filesystem::path(path).filename().string());
    return inside ? check_readable(path) : Result<void>(forward_error(inside));
}

Result<void> check_size(StoredFile const& file, LocalFile const& listed, Index element_bytes) {
    if (auto readable = check_part(file.path); !readable) return readable;
    Index const bytes = chunk_elements(file.shape) * element_bytes;
    Index const wanted = file.owned.empty() ? 0 : bytes;
    Index const found = PosixFile::open_to_read(file.path).size();
    if (found == wanted && listed.bytes == wanted) return {};
    return fail(fmt::format("'{}' has {}; by its mapping it should have {}, by its manifest {}", file.path, counted(found, "byte"),
                            wanted, listed.bytes));
}

/// Returns the global file of an out-of-core array, shared by all ranks.
Result<StoredFile> global_file(Manifest const& manifest, ArraySpec const& spec, std::string const& path) {
    StoredFile file = in_one_piece(path, spec.extents, spec.order, manifest.out_of_core->first_byte);
    file.shape.permutation = manifest.permutation;
    TRY(check_part(path));
    Extents factors = spec.extents;
    factors.push_back(spec.type.bytes);
    auto const bytes = checked_product(factors);
    auto const end = bytes ? checked_add(manifest.out_of_core->first_byte, *bytes) : std::nullopt;
    Index const found = PosixFile::open_to_read(path).size();
    if (end && found == *end) return file;
    return fail(fmt::format("'{}' has {}; by its manifest the array begins at byte {} and {}", path, counted(found, "byte"),
                            manifest.out_of_core->first_byte,
                            end ? fmt::format("the file ends at {}", *end) : "has more bytes than 64 bits can count"));
}

} // namespace

StoredFile local_file(Mapping const& mapping, Index position, std::vector<int> const& permutation, Extents const& allocated,
                      std::string path) {
    StoredFile file{.path = std::move(path), .owned = mapping.owned(position), .origin = {}, .shape = {}};
    file.shape = {allocated, permutation, allocated};
    std::vector<PeriodicSet> filled;
    for (std::size_t d = 0; d < allocated.size(); ++d) {
        file.shape.chunk[d] = std::max<Index>(allocated[d], 1);
        ShadowWidth const shadow = mapping.array().shadow.empty() ? ShadowWidth{} : mapping.array().shadow[d];
        Filled each = with_shadow(file.owned.dims()[d], shadow, mapping.array().extents[d]);
        file.origin.push_back(shadow.low);
        file.filled_origin.push_back(each.origin);
        filled.push_back(std::move(each.indices));
    }
    file.filled = file.owned.empty() ? file.owned : BoxSet(std::move(filled));
    file.copy = narrow<int>(mapping.replica(position));
    file.places = std::make_shared<ContiguousAddress>(0);
    return file;
}

Result<StoredArray> stored_array(Manifest const& manifest, std::string const& path) {
    auto const mapping = Mapping::make(manifest.mapping);
    if (!mapping) return fail(fmt::format("cannot read '{}': {}", path, mapping.error().message));
    ArraySpec const& spec = mapping->array();
    StoredArray array{
        .name = path, .array = spec.name, .type = stored_type(spec.type), .extents = spec.extents, .order = spec.order};
    array.lower = spec.lower;
    array.big_endian = manifest.big_endian;
    array.checksum = manifest.array_checksum;
    if (manifest.out_of_core && !manifest.out_of_core->global_file.empty()) {
        array.files.push_back(TRY(global_file(manifest, spec, beside(path, manifest.out_of_core->global_file))));
        return array;
    }
    for (Index position = 0; position < mapping->grid().size(); ++position) {
        if (!mapping->holds(position)) continue;
        Rank const rank = mapping->grid().rank(position);
        auto const listed = std::ranges::find(manifest.files, rank, &LocalFile::rank);
        if (listed == manifest.files.end()) return fail(fmt::format("cannot read '{}': it names no file for rank {}", path, rank));
        auto const allocated = stored_extents(manifest, *mapping, position, *listed);
        if (!allocated) return fail(fmt::format("cannot read '{}': {}", path, allocated.error().message));
        StoredFile file = local_file(*mapping, position, manifest.permutation, *allocated, beside(path, listed->name));
        TRY(check_size(file, *listed, spec.type.bytes));
        file.rank = rank;
        file.checksum = listed->checksum;
        array.files.push_back(std::move(file));
    }
    return array;
}

Result<StoredArray> open_local_array(std::string const& manifest) {
    auto const read = TRY(load_manifest(manifest));
    auto array = stored_array(read, manifest);
    if (array) array->other_files.push_back(manifest);
    return array;
}

} // namespace tessera
