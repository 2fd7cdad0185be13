// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the metadata of a new Zarr array.
#include "libcore/files/store/zarr/zarr_new.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/files/store/zarr/zarr_attributes.hpp"
#include "libcore/files/store/zarr/zarr_codecs.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_notes.hpp"
#include "libcore/files/store/zarr/zarr_store.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"
#include "libcore/files/store/zarr/zarr_v2.hpp"
#include "libcore/files/store/zarr/zarr_v3.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

constexpr Index most_in_shard = Index{1} << 18; // chunks
constexpr Index usual_bytes = Index{4} << 20;   // default bytes of a chunk

std::vector<std::string> usual_names(NewArray const& array, std::string const& name) {
    std::vector<std::string> names;
    for (std::size_t d = 0; d < array.extents.size(); ++d) names.push_back(usual_dim_name(name, d));
    return names;
}

/// Returns the names of the dimensions. `original`: null unless both versions are 3; its unnamed dimensions stay unnamed.
std::vector<std::string> names_for(NewArray const& array, std::string const& name, ZarrArray const* original) {
    std::vector<std::string> names = array.metadata.dim_names.empty() ? usual_names(array, name) : array.metadata.dim_names;
    for (std::string& each : names) each = text_of_bytes(each); // JSON has only UTF-8
    for (std::size_t d = 0; original != nullptr && !original->dim_names.empty() && d < names.size(); ++d) {
        auto const& source = array.copied_from->map.axes[d].source;
        if (source && original->dim_names[as_size(source->dim)].empty()) names[d].clear();
    }
    return names;
}

/// Returns whether the index of a shard is small enough. Writing takes about 70 bytes of memory per chunk of the shard.
bool has_listable_shards(Extents const& chunk, Extents const& shard) {
    Index count = 1;
    for (std::size_t d = 0; d < chunk.size(); ++d) {
        Index const along = shard[d] / chunk[d];
        if (along > most_in_shard / count) return false;
        count *= along;
    }
    return true;
}

/// Returns whether the array is a copy of the whole original in the same order. It can then keep the original's order of
/// dimensions, chunks and shards.
bool stays(NewArray const& array, ZarrArray const& original) {
    return array.copied_from->map == CopyMap::identity(original.extents) && array.extents == original.extents &&
           array.order == original.order();
}

/// Sets chunks and shards. `original`: of the same version, or null.
Result<void> cut(ZarrArray& made, NewArray const& array, ZarrArray const* original) {
    made.chunk = array.chunk.value_or(usual_chunk(array, usual_bytes));
    if (made.chunk.size() != made.extents.size())
        return fail(
            fmt::format("the chunk has {}, the array {}", counted(std::ssize(made.chunk), "dimension"), made.extents.size()));
    if (original != nullptr && stays(array, *original)) made.permutation = original->permutation;
    if (!array.shard) return check_zarr_shape(made);
    if (array.shard->size() != made.extents.size())
        return fail(
            fmt::format("the shard has {}, the array {}", counted(std::ssize(*array.shard), "dimension"), made.extents.size()));
    for (std::size_t d = 0; d < made.chunk.size(); ++d)
        if ((*array.shard)[d] < 1 || (*array.shard)[d] % made.chunk[d] != 0)
            return fail(fmt::format("the shard is {} long in dimension {}, no multiple of the chunk's {}", (*array.shard)[d], d + 1,
                                    made.chunk[d]));
    if (!has_listable_shards(made.chunk, *array.shard))
        return fail(
            fmt::format("a shard has more than {} chunks, which its index would list; make the chunks larger", most_in_shard));
    bool const kept = array.shard_is_kept && original != nullptr && original->chunk == *array.shard && stays(array, *original);
    made.shards = kept ? original->shards : new_zarr_shards(made.chunk);
    made.chunk = *array.shard;
    return check_zarr_shape(made);
}

/// Keeps the name of the original's type if it says more than the element type does.
Result<void> keep_type(ZarrArray& made, ZarrArray const& old) {
    auto const usual = new_zarr_type(old.type.element, old.type.fields, old.type.big_endian, old.version);
    if (usual && usual->text == old.type.text) return {};
    if (auto const times = times_of(old.type); !times.empty()) {
        made.type.text = times_text(times, made.type.big_endian, made.version);
        return {};
    }
    if (made.version != old.version)
        return fail(fmt::format("elements of type {0} are known to Zarr's version {1} only; --as zarr{1} keeps it", old.type.text,
                                old.version));
    made.type.text = old.type.text;
    made.type.fields = old.type.fields;
    made.type.foreign = old.type.foreign;
    return {};
}

} // namespace

namespace {

/// Sets the fill value: unchanged from an original of the same version, otherwise from the metadata.
void set_fill(ZarrArray& made, NewArray const& array, ZarrArray const* original) {
    if (original != nullptr && original->version == made.version) {
        made.text_fill = original->text_fill;
        if (original->type.element == array.type) {
            made.fill = original->fill;
            return;
        }
    }
    ArrayNotes const& notes = array.metadata.notes;
    made.fill = in_byte_order(array.type, made.version > 2 ? notes.initial() : notes.fill, array.big_endian);
}

/// Returns the attributes. They include the unlimited dimensions, for which Zarr's metadata have no entry.
std::string attributes_of(NewArray const& array, ZarrArray const& made, LoadedZarr const* original) {
    std::vector<std::string> unlimited;
    for (std::size_t d = 0; d < array.unlimited.size(); ++d)
        if (array.unlimited[d]) unlimited.push_back(made.dim_names[d]);
    ArrayNotes const& notes = array.metadata.notes;
    std::string attributes = original != nullptr ? original->attributes : zarr_attributes(notes, array.type, made.version);
    if (original != nullptr && original->array.version != made.version) {
        bool const its_attribute = original->array.version > 2 && !notes.fill.empty();
        attributes = with_zarr_fill(without_zarr_fill(attributes, its_attribute), notes, array.type, made.version);
    }
    return with_unlimited(attributes, unlimited);
}

/// `original`: may be null.
Result<void> take_texts_and_type(NewZarr& made, NewArray const& array, ZarrArray const* original) {
    if (original != nullptr && original->type.texts != made.array.type.texts)
        return fail("its elements are texts of any length, which only iocopy copies");
    if (array.texts && array.shard) return fail("texts of any length go to no shards; leave --shard out for them");
    if (original == nullptr) return {};
    if (array.texts) {
        if (original->version == made.array.version) made.array.type.text = original->type.text;
        if (!original->shards.empty()) made.lost.emplace_back("shards, which texts get none of");
        return {};
    }
    return array.copied_from->keeps_type ? keep_type(made.array, *original) : Result<void>();
}

/// Adds the filters that the store's version does not have, or not without a compression. Shuffling texts changes nothing, so it is
/// not a loss.
void add_lost_filters(std::vector<std::string>& lost, ChunkFilters const& wanted, ChunkFilters const& made, bool are_texts) {
    if (wanted.shuffle && !made.shuffle && !are_texts) lost.emplace_back("shuffle");
    if (wanted.crc32c && !made.crc32c) lost.emplace_back("crc32c");
}

} // namespace

Result<NewZarr> new_zarr(NewArray const& array, int version, std::string const& name) {
    NewZarr made;
    made.array.version = version;
    made.array.extents = array.extents;
    made.array.permutation = permutation_of(array.order, array.extents.size());
    auto const original =
        array.copied_from ? load_zarr(zarr_path(array.copied_from->file.path, array.copied_from->file.dataset)) : fail("");
    bool const same_version = original && original->array.version == version;
    made.array.prefixed = same_version ? original->array.prefixed : version > 2;
    made.array.separator = same_version ? original->array.separator : version > 2 ? '/' : '.';
    made.array.type = TRY(array.texts ? Result<ZarrType>(zarr_texts_type(version, array.texts->of_bytes()))
                                      : new_zarr_type(array.type, array.fields, array.big_endian, version));
    if (std::string const& times = array.metadata.notes.times; !times.empty())
        made.array.type.text = times_text(times, array.big_endian, version);
    TRY(cut(made.array, array, same_version ? &original->array : nullptr));
    TRY(take_texts_and_type(made, array, original ? &original->array : nullptr));
    bool const same_codecs = same_version && original->array.filters == array.filters && original->array.other_filters.empty();
    TRY(same_codecs ? set_zarr_codecs(made.array, original->array.codecs_text) : set_zarr_filters(made.array, array.filters));
    add_lost_filters(made.lost_filters, array.filters, made.array.filters, array.texts != nullptr);
    set_fill(made.array, array, original ? &original->array : nullptr);
    made.array.dim_names = names_for(array, name, same_version && version > 2 ? &original->array : nullptr);
    made.attributes = attributes_of(array, made.array, original ? &*original : nullptr);
    return made;
}

ArrayNotes kept_notes_of(NewZarr const& made) {
    LoadedZarr there{made.array, made.attributes};
    bool const is_text = made.array.type.texts || !made.array.text_fill.empty(); // the original's text, unchanged
    if (!is_text && !set_zarr_fill(there.array, zarr_fill_text(made.array))) there.array.fill.clear();
    return zarr_notes(there);
}

void write_zarr_metadata(std::string const& directory, NewZarr const& made) {
    if (made.array.version > 2) return write_metadata_text(directory + "/zarr.json", zarr_json_text(made.array, made.attributes));
    write_metadata_text(directory + "/.zattrs", zattrs_text(made.attributes, made.array.dim_names));
    write_metadata_text(directory + "/.zarray", zarray_text(made.array));
}

void write_zarr_group(std::string const& directory, int version, std::string const& attributes) {
    if (version > 2) return write_metadata_text(directory + "/zarr.json", zarr_group_text(attributes));
    if (attributes != "{}") write_metadata_text(directory + "/.zattrs", attributes + '\n');
    write_metadata_text(directory + "/.zgroup", "{\n    \"zarr_format\": 2\n}\n");
}

} // namespace tessera
