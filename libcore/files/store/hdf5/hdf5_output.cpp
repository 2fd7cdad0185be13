// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files in the making: HDF5 lays them out, Tessera writes the elements.
#include "libcore/files/store/hdf5/hdf5_output.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/hdf5/hdf5_array.hpp"
#include "libcore/files/store/hdf5/hdf5_comparison.hpp"
#include "libcore/files/store/hdf5/hdf5_fields.hpp"
#include "libcore/files/store/hdf5/hdf5_file_layout.hpp"
#include "libcore/files/store/hdf5/hdf5_keeping.hpp"
#include "libcore/files/store/hdf5/hdf5_new_file.hpp"
#include "libcore/files/store/hdf5/hdf5_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_texts.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"
#include "libcore/files/store/hdf5/hdf5_unnamed_types.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"
#include "libcore/files/store/single_output.hpp"
#include "libcore/files/store/time_notes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

class Hdf5Output final : public SingleOutput {
  public:
    /// `pipelines`: one per array.
    Hdf5Output(OutputPath place, std::vector<NewArray> arrays, std::vector<Hdf5Pipeline> pipelines)
        : SingleOutput(std::move(place)), arrays_(std::move(arrays)), pipelines_(std::move(pipelines)) {
        std::string const& path = this->place().path;
        if (makes_whole_file() || held_beside(path, made()).empty()) return;
        added_to_ = path;
        before_ = identities_of({&path, 1});
        ArrayMetadata lost;
        std::vector<Attribute> const there = root_attributes(path);
        for (Attribute const& each : arrays_.front().metadata.of_file)
            if (std::ranges::find(there, each) == there.end()) lost.of_file.push_back(each);
        add_loss(all_of(lost));
    }

    [[nodiscard]] StoredShape shape(std::size_t number) const override {
        NewArray const& array = arrays_[number];
        StoredShape shape = in_one_piece("", array.extents, array.order, 0).shape;
        if (array.chunk) shape.chunk = *array.chunk;
        shape.whole_chunks = !codecs(number).empty();
        return shape;
    }
    [[nodiscard]] std::string description() const override {
        std::string text;
        for (NewArray const& array : arrays_)
            text += fmt::format("{} in HDF5 {}{}", describe(array), array.dataset,
                                array.copied_from && array.copied_from->all ? " and all else" : "");
        text += describe(arrays_.front().file_layout);
        if (added_to_) text += fmt::format(" added to {:x}", before_);
        return text;
    }

    [[nodiscard]] Result<void> check_place(std::string const& path, bool force) const override {
        if (auto free = check_output_place(path, force || added_to_); !free) return free;
        if (!added_to_) return check_loses_nothing(path);
        if (arrays_.front().file_layout.any())
            return fail(fmt::format("'{}' is there and stays laid out as it is; name a new file", path));
        for (NewArray const& array : arrays_)
            if (auto fits = check_can_be_added(path, array, force); !fits) return fits;
        return {};
    }
    [[nodiscard]] std::vector<std::string> notes() const override {
        if (!added_to_) return {};
        return {fmt::format("what else '{}' holds stays: its {} are copied first, and the copy takes its place at the end",
                            *added_to_, scaled_bytes(identity_of(*added_to_).bytes))};
    }
    [[nodiscard]] bool adds_beside(StoredArray const& source) const override {
        auto const is_source = [&](NewArray const& array) { return array.dataset == source.array; };
        return added_to_ && same_file(source.files.front().path, place().path) && std::ranges::none_of(arrays_, is_source);
    }

    [[nodiscard]] ArrayNotes kept_notes(std::size_t array) const override {
        ArrayNotes kept = arrays_[array].metadata.notes;
        if (!has_cf_units(kept.times)) kept.times.clear();
        return kept;
    }

    [[nodiscard]] ArrayNotes kept_of_coordinate(std::size_t array, Coordinate const& coordinate) const override {
        return std::ranges::find(arrays_[array].metadata.coordinates, coordinate.name, &Coordinate::name)->notes;
    }
    [[nodiscard]] std::vector<Attribute> kept_of_file() const override { return arrays_.front().metadata.of_file; }
    [[nodiscard]] std::vector<Attribute> kept_of_group(std::string const& path) const override {
        return std::ranges::find(groups_, path, &GroupNotes::path)->attributes;
    }
    /// Keeps the unused dimensions, unless the file exists already or an array has the name; those are added to the losses.
    void keep_dims(std::vector<FileDimension> dims) override {
        std::vector<std::string> const taken = array_names();
        auto const lost = std::stable_partition(dims.begin(), dims.end(), [&](FileDimension const& dim) {
            return dim.used || (!added_to_ && std::ranges::find(taken, "/" + dim.name) == taken.end());
        });
        OutputFile::keep_dims({lost, dims.end()});
        dims.erase(lost, dims.end());
        dims_ = std::move(dims);
    }

    void create(CreationCallback const& watch) override {
        discard();
        file_.emplace(place().provisional(), arrays_, groups_, dims_, added_to_, false, watch);
        if (!has_codecs()) seal();
    }

    [[nodiscard]] StoredArray open(std::size_t number) override {
        NewArray const& array = arrays_[number];
        auto opened = open_hdf5_target(place().provisional(), array.dataset, array.order);
        if (!opened) throw std::runtime_error(opened.error().message);
        return *std::move(opened);
    }

    [[nodiscard]] std::vector<std::string> differences() const override {
        auto lines = differences_from_originals(arrays_, place().provisional());
        for (NewArray const& array : arrays_)
            if (array.texts)
                add_difference(lines, array, *hdf5_texts(place().provisional(), array.dataset, array.texts->of_bytes()));
        return lines;
    }
    [[nodiscard]] CodecList codecs(std::size_t number) const override { return pipelines_[number].codecs; }
    [[nodiscard]] ChunkFilters filters(std::size_t number) const override { return arrays_[number].filters; }
    [[nodiscard]] std::optional<ElementRounding> rounding(std::size_t number) const override { return pipelines_[number].rounding; }
    void create_again(CreationCallback const& watch) override {
        file_.emplace(place().provisional(), arrays_, groups_, dims_, added_to_, true, watch);
    }
    [[nodiscard]] std::vector<Index> place_chunks(std::size_t array, std::vector<EncodedChunk> const& chunks) override {
        return file_->place(array, chunks);
    }
    [[nodiscard]] std::string encoded_path() const override { return place().provisional(); }
    void seal() override {
        file_->close();
        file_.reset();
    }

    void publish() override {
        if (added_to_ && identities_of({&*added_to_, 1}) != before_)
            throw std::runtime_error(fmt::format("'{}' changed while an array was added to it; the copy is given up", *added_to_));
        SingleOutput::publish();
    }

  protected:
    [[nodiscard]] std::vector<GroupNotes> made_groups(std::vector<GroupNotes> groups) override {
        groups_ = groups;
        for (GroupNotes& group : groups_) {
            add_loss(std::move(group.format_specific));
            for (std::string const& what : keep_hdf5_attributes(group.attributes, false))
                add_loss({fmt::format("{} of the group '{}'", what, group.path)});
        }
        return groups;
    }

  private:
    [[nodiscard]] std::vector<std::string> array_names() const override { return datasets_of(arrays_); }
    [[nodiscard]] StorageOrder order() const override { return arrays_.front().order; }
    [[nodiscard]] bool keeps_rest() const override { return added_to_.has_value(); }
    [[nodiscard]] bool has_codecs() const {
        for (std::size_t array = 0; array < arrays_.size(); ++array)
            if (!codecs(array).empty()) return true;
        return false;
    }
    [[nodiscard]] bool makes_whole_file() const { return arrays_.front().copied_from && arrays_.front().copied_from->all; }

    /// Returns the paths of all objects that the output makes.
    [[nodiscard]] std::vector<std::string> made() const {
        std::vector<std::string> paths;
        for (NewArray const& array : arrays_) {
            // all originals of one whole file give the same paths
            bool const is_told = array.copied_from && array.copied_from->all && !paths.empty();
            if (!is_told)
                std::ranges::move(array.copied_from ? paths_beside_original(*array.copied_from) : paths_of_metadata(array),
                                  std::back_inserter(paths));
            paths.push_back(array.dataset);
        }
        return paths;
    }

    [[nodiscard]] Result<void> check_loses_nothing(std::string const& path) const {
        std::vector<std::string> lost = held_beside(path, made());
        if (lost.empty()) return {};
        constexpr std::size_t most_named = 4;
        std::string const more = lost.size() > most_named ? ", ..." : "";
        if (lost.size() > most_named) lost.resize(most_named);
        return fail(fmt::format("'{}' also holds {}{}, which a new file in its place would lose; name another target, or remove "
                                "it first",
                                path, fmt::join(lost, ", "), more));
    }

    std::vector<NewArray> arrays_;
    std::vector<Hdf5Pipeline> pipelines_;
    std::vector<GroupNotes> groups_;      // groups of an original in another format
    std::vector<FileDimension> dims_;     // its dimensions
    std::optional<std::string> added_to_; // existing file to which arrays are added; it is copied first
    std::uint64_t before_ = 0;            // identity of that file, to detect changes
    std::optional<Hdf5NewFile> file_;     // set while HDF5 has the file open
};

Result<void> check_chunk(NewArray const& array) {
    if (!array.chunk) return array.filters.any() ? fail("filters work on chunks; --chunk says how large they are") : Result<void>{};
    constexpr Index most_bytes = (Index{1} << 32) - 1;
    if (array.chunk->size() != array.extents.size())
        return fail(
            fmt::format("the chunk has {}, the array {}", counted(std::ssize(*array.chunk), "dimension"), array.extents.size()));
    Index bytes = array.type.bytes;
    for (std::size_t d = 0; d < array.extents.size(); ++d) {
        Index const extent = (*array.chunk)[d];
        bool const unlimited = !array.unlimited.empty() && array.unlimited[d];
        if (extent < 1 || (!unlimited && extent > std::max<Index>(array.extents[d], 1)))
            return fail(fmt::format("the chunk is {} long in dimension {}, the array {}; a chunk is at least 1 and at most as long",
                                    extent, d + 1, array.extents[d]));
        if (extent > most_bytes / bytes) return fail("HDF5's chunks are smaller than 4 GiB");
        bytes *= extent;
    }
    return {};
}

/// Returns the pipeline of an array. Empty if HDF5 copies the elements itself, because it also encodes them.
Result<Hdf5Pipeline> pipeline_for(NewArray const& array) {
    if (!array.chunk || array.texts || (array.copied_from && array.copied_from->with_elements)) return Hdf5Pipeline();
    return Hdf5NewDataset(array, "looking at what is copied").pipeline();
}

Result<void> check(NewArray const& array) {
    if (auto const fits = check_chunk(array); !fits) return fits;
    if (array.copied_from)
        if (auto const kept = check_kept(*array.copied_from); !kept) return kept;
    if (array.copied_from && array.copied_from->with_elements) TRY(section_in_order(array));
    if (array.texts || (array.copied_from && array.copied_from->keeps_type)) return {};
    if (auto const fit = check_hdf5_compound(array.fields, array.type.bytes); !fit) return fit;
    auto const known = hdf5_type_of(array.type);
    return known ? Result<void>{} : Result<void>(forward_error(known));
}

/// Removes attributes that HDF5 cannot store, for originals in other formats. HDF5 copies those of HDF5 originals itself.
std::vector<Loss> keep_attributes(std::vector<NewArray>& arrays) {
    std::vector<Loss> lost;
    auto const add = [&](std::string const& array, std::vector<std::string> const& all, std::string const& whose) {
        for (std::string const& what : all) lost.push_back({array, what + whose});
    };
    for (NewArray& array : arrays) {
        if (array.copied_from) continue;
        add(array.dataset, keep_hdf5_attributes(array.metadata.notes.attributes, becomes_scale(array)), "");
        for (Coordinate& each : array.metadata.coordinates)
            add("", keep_hdf5_attributes(each.notes.attributes, true), fmt::format(" of the coordinate '{}'", each.name));
        std::vector<std::string> const of_file = keep_hdf5_attributes(array.metadata.of_file, false);
        if (&array == arrays.data()) add("", of_file, " of the file");
    }
    return lost;
}

/// Returns a note on objects of a copied HDF5 file that netCDF does not show. Originals with a netCDF file name are assumed to come
/// from netCDF.
std::optional<std::string> note_of_hidden(std::vector<NewArray> const& arrays) {
    NewArray const& first = arrays.front();
    if (!first.for_netcdf || !first.copied_from || recognise_ending(first.copied_from->file.path, {".nc", ".nc4"}))
        return std::nullopt;
    std::vector<std::string> hidden = hidden_from_netcdf(first.copied_from->file.path);
    if (!first.copied_from->all)
        std::erase_if(hidden, [&](std::string const& text) {
            return std::ranges::none_of(arrays, [&](NewArray const& array) {
                return array.copied_from && text.ends_with(fmt::format("'{}'", array.copied_from->file.dataset));
            });
        });
    if (hidden.empty()) return std::nullopt;
    return fmt::format("netCDF does not show {}: they have types that the file gives no names", some_names(hidden));
}

} // namespace

Result<std::unique_ptr<OutputFile>> hdf5_output(OutputPath const& place, std::vector<NewArray> arrays) {
    for (NewArray& array : arrays) {
        array.for_netcdf = recognise_ending(place.path, {".nc", ".nc4"}).has_value();
        if (array.texts) array.filters = {}; // filters would apply to the references to texts
        TRY(check(array));
    }
    if (auto const& first = arrays.front().copied_from; first && first->all) TRY(check_left_out(*first));
    TRY(check_file_layout(arrays.front().file_layout));
    std::vector<Hdf5Pipeline> pipelines;
    for (NewArray const& array : arrays) pipelines.push_back(TRY(pipeline_for(array)));
    std::vector<Loss> const lost = keep_attributes(arrays);
    auto const hidden = note_of_hidden(arrays);
    auto output = std::make_unique<Hdf5Output>(place, std::move(arrays), std::move(pipelines));
    if (hidden) output->remark(*hidden);
    for (Loss const& each : lost) output->add_loss({each.what}, each.array);
    return output;
}

} // namespace tessera
