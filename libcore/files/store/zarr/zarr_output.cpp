// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores and arrays in the making.
#include "libcore/files/store/zarr/zarr_output.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/chunk_boxes.hpp"
#include "libcore/files/store/single_output.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/files/store/zarr/zarr_attributes.hpp"
#include "libcore/files/store/zarr/zarr_chunks.hpp"
#include "libcore/files/store/zarr/zarr_coordinates.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_new.hpp"
#include "libcore/files/store/zarr/zarr_notes.hpp"
#include "libcore/files/store/zarr/zarr_store.hpp"
#include "libcore/files/store/zarr/zarr_texts.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <sstream>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// Checks the parts of a dataset's name. Each becomes a directory beside the store's own files, and needs room for the suffix of
/// the checksum file.
Result<void> check_names(std::string const& dataset, int version) {
    constexpr std::size_t longest = 250;
    constexpr std::array<std::string_view, 5> taken{".zarray", ".zattrs", ".zgroup", ".zmetadata", "zarr.json"};
    std::istringstream parts(dataset);
    for (std::string name; std::getline(parts, name, '/');) {
        if (name.empty()) continue;
        bool const only_dots = name.find_first_not_of('.') == std::string::npos;
        if (only_dots || std::ranges::find(taken, name) != taken.end() || (version > 2 && name.starts_with("__")))
            return fail(fmt::format("nothing can be called '{}' in a Zarr store of version {}; say TARGET:/NAME", name, version));
        if (std::string const text = text_of_bytes(name); text != name)
            return fail(fmt::format("the name '{}' is no UTF-8, as names in a Zarr store are; say TARGET:/NAME", text));
        if (name.size() > longest)
            return fail(fmt::format("the name '{}...' has {} bytes; in a Zarr store it can have {}; say TARGET:/NAME",
                                    name.substr(0, 20), name.size(), longest));
    }
    return {};
}

/// The figures of an array that plans ask for often, computed once.
struct PlannedArray {
    StoredShape shape;
    Index memory = 0; ///< bytes of the writer
};

/// An output in a directory under a provisional name. Metadata are written last, so that an incomplete directory is not a store.
class ZarrOutput final : public OutputFile {
  public:
    ZarrOutput(OutputPath place, std::vector<NewArray> arrays, std::vector<NewZarr> made)
        : place_(std::move(place)), directory_(place_), arrays_(std::move(arrays)), made_(std::move(made)) {
        if (is_one() && !group_around())
            note_.emplace(OutputPath{checksum_file(place_.path), place_.tag, place_.original, place_.synced_by_caller});
        for (std::size_t i = 0; i < arrays_.size(); ++i) {
            StoredArray const planned = stored(i);
            planned_.push_back({planned.files.front().shape, planned.files.front().chunks->memory()});
        }
    }

    [[nodiscard]] StoredShape shape(std::size_t array) const override { return planned_[array].shape; }
    [[nodiscard]] bool shrinks(std::size_t array) const override { return !made_[array].array.codecs.empty(); }
    [[nodiscard]] std::optional<Index> writer_memory(std::size_t array) const override { return planned_[array].memory; }
    [[nodiscard]] std::string description() const override {
        std::string text;
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            text += fmt::format("{} in Zarr {} {} {} ", describe(arrays_[i]), made_[i].array.version, arrays_[i].dataset,
                                made_[i].array.codecs_text);
        return text;
    }

    [[nodiscard]] Result<void> check_place(std::string const& path, bool force) const override {
        if (auto const free = check_output_place(path, force, OutputKind::Directory); !free) return free;
        if (auto const group = group_around(); group)
            if (auto const fits = check_zarr_coordinates(*group, arrays_.front().metadata); !fits) return fits;
        std::error_code ignored;
        ZarrNode const node = zarr_node(place_.path).node;
        if (node == ZarrNode::None && fs::exists(place_.path, ignored) && !fs::is_empty(place_.path, ignored))
            return fail(fmt::format("'{}' is no Zarr store; remove it, or write elsewhere", place_.path));
        if (node != ZarrNode::Group) return {};
        std::vector<std::string> lost;
        auto const there = TRY(zarr_arrays(place_.path));
        std::unordered_set<std::string_view> made;
        for (NewArray const& array : arrays_) made.insert(array.dataset);
        for (std::string const& name : there)
            if (!made.contains(name)) lost.push_back(name);
        if (lost.empty()) return {};
        return fail(
            fmt::format("'{}' holds {} besides, which would be lost; name another target", place_.path, fmt::join(lost, ", ")));
    }

    [[nodiscard]] ArrayNotes kept_notes(std::size_t array) const override { return kept_notes_of(made_[array]); }

    /// Returns the wanted metadata of coordinates that are not written; their loss is already listed.
    [[nodiscard]] ArrayNotes kept_of_coordinate(std::size_t array, Coordinate const& coordinate) const override {
        auto const& made = arrays_[array].metadata.coordinates;
        if (std::ranges::find(made, coordinate.name, &Coordinate::name) == made.end()) return coordinate.notes;
        return kept_of_zarr_coordinate(coordinate, arrays_[array], made_.front().array.version);
    }
    /// Returns the wanted attributes for a single array; their loss is already listed.
    [[nodiscard]] std::vector<Attribute> kept_of_file() const override {
        std::vector<std::string> ignored;
        return is_one() ? arrays_.front().metadata.of_file : zarr_attributes_in(attributes_of_store(), ignored);
    }
    [[nodiscard]] std::vector<Attribute> kept_of_group(std::string const& path) const override {
        std::vector<std::string> ignored;
        return zarr_attributes_in(attributes_of(*std::ranges::find(groups_, path, &GroupNotes::path)), ignored);
    }

    void create(CreationCallback const& watch) override {
        discard();
        directory_.create();
        for (std::size_t i = 0; i < arrays_.size(); ++i) {
            std::string const directory = directory_of_array(arrays_[i]);
            fs::create_directories(directory);
            if (arrays_[i].texts) write_zarr_texts(directory, made_[i].array, *arrays_[i].texts, watch);
        }
    }
    [[nodiscard]] bool is_begun() const override { return directory_.exists(); }

    [[nodiscard]] StoredArray open(std::size_t array) override { return stored(array); }

    [[nodiscard]] std::vector<std::string> differences() const override {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            if (arrays_[i].texts) add_difference(lines, arrays_[i], *zarr_texts(directory_of_array(arrays_[i]), made_[i].array));
        return lines;
    }

    void sync() const override { sync_file_system(place_.provisional()); }

    /// Every rank syncs what it wrote before the output is declared complete.
    void finish(Communicator const& comm, ArrayChecksums checksums) override {
        if (!place_.synced_by_caller) all_or_none(comm, [&] { sync_file_system(place_.provisional()); });
        all_or_none(comm, [&] {
            if (comm.rank() != 0) return;
            write_metadata();
            for (std::size_t i = 0; i < arrays_.size(); ++i)
                if (checksums[i]) write_checksum(i, *checksums[i]);
            if (!is_one()) consolidate(place_.provisional());
            if (!place_.synced_by_caller) sync_file_system(place_.provisional());
        });
    }

    /// Removes the consolidated metadata of the enclosing store while they are outdated.
    void publish() override {
        auto const around = enclosing_store(place_.path);
        if (around) forget_consolidated(*around);
        publish_before_checksum(place_.path, directory_, note_ ? &*note_ : nullptr);
        if (auto const group = group_around(); group) write_zarr_coordinates(*group, arrays_.front(), made_.front().array.version);
        if (around) consolidate(*around);
    }
    void publish_checksum() override {
        if (note_ && note_->exists()) note_->publish();
    }

    void discard() noexcept override {
        directory_.discard();
        if (note_) note_->discard();
    }

  protected:
    [[nodiscard]] std::vector<GroupNotes> made_groups(std::vector<GroupNotes> groups) override {
        std::erase_if(groups, [&](GroupNotes const& group) {
            if (check_names(group.path, made_.front().array.version)) return false;
            add_loss({fmt::format("the group '{}', which a store has no name for", group.path)});
            return true;
        });
        groups_ = groups;
        for (GroupNotes& group : groups_)
            if (!is_of_zarr()) add_loss(std::move(group.format_specific));
        return groups;
    }

  private:
    /// Returns whether the directory is itself the array, not a group.
    [[nodiscard]] bool is_one() const { return arrays_.front().dataset == "/"; }
    [[nodiscard]] std::string directory_of_array(NewArray const& array) const {
        return zarr_path(place_.provisional(), array.dataset);
    }

    [[nodiscard]] StoredArray stored(std::size_t i) const {
        return stored_zarr(zarr_path(place_.path, arrays_[i].dataset), directory_of_array(arrays_[i]), made_[i].array, true);
    }

    /// Returns the group to which a single array is added, if any.
    [[nodiscard]] std::optional<std::string> group_around() const {
        std::string const parent = fs::path(place_.path).parent_path().string();
        if (!is_one() || zarr_node(parent).node != ZarrNode::Group) return std::nullopt;
        return parent;
    }

    /// Returns whether the original is a Zarr store; then attributes of its groups are copied unchanged.
    [[nodiscard]] bool is_of_zarr() const { return arrays_.front().copied_from.has_value(); }
    /// Returns the attributes of the root group, whose paths are those of the original.
    [[nodiscard]] std::string attributes_of_store() const {
        if (!is_of_zarr()) return zarr_attributes(arrays_.front().metadata.of_file);
        FileName const& from = arrays_.front().copied_from->file;
        std::string const array = zarr_path(from.path, from.dataset);
        return group_attributes_text(enclosing_store(array).value_or(from.path));
    }
    [[nodiscard]] std::string attributes_of(GroupNotes const& group) const {
        return is_of_zarr() ? group_attributes_text(arrays_.front().copied_from->file.path + group.path)
                            : zarr_attributes(group.attributes);
    }

    void write_metadata() const {
        std::string const root = place_.provisional();
        if (!is_one()) write_group(root, attributes_of_store());
        for (std::size_t i = 0; i < arrays_.size(); ++i) {
            fs::path const path = directory_of_array(arrays_[i]);
            for (fs::path group = path; group != fs::path(root) && (group = group.parent_path()) != fs::path(root);)
                write_group(group.string(), "{}");
            write_zarr_metadata(path.string(), made_[i]);
            if (!is_one()) write_zarr_coordinates(path.parent_path().string(), arrays_[i], made_.front().array.version);
        }
        for (GroupNotes const& group : groups_) {
            fs::create_directories(root + group.path);
            write_group(root + group.path, attributes_of(group));
        }
    }
    void write_group(std::string const& directory, std::string const& attributes) const {
        write_zarr_group(directory, made_.front().array.version, attributes);
    }

    /// Writes the checksum file: beside the directory if the store is one array, otherwise within the array, so that listings of a
    /// group stay clean.
    void write_checksum(std::size_t i, std::uint64_t checksum) const {
        fs::path const path = zarr_path(place_.path, arrays_[i].dataset);
        std::string const text = checksum_document({path.filename().string(), "", arrays_[i].order, checksum});
        if (note_) return note_->write(text);
        write_metadata_text(zarr_checksum_file(directory_of_array(arrays_[i])), text);
    }

    OutputPath place_;
    ProvisionalDirectory directory_;
    std::optional<ProvisionalFile> note_; // the checksum file, if it lies beside the directory
    std::vector<NewArray> arrays_;
    std::vector<NewZarr> made_;
    std::vector<PlannedArray> planned_; // of each array
    std::vector<GroupNotes> groups_;
};

/// Returns the version of the enclosing store, otherwise the requested one. Error: they contradict each other.
Result<int> version_for(OutputPath const& place, NewArray const& array) {
    bool const asks_third = array.format_version == "zarr3" || array.shard;
    if (array.format_version == "zarr2" && array.shard) return fail("shards are Zarr's version 3; leave --as zarr2 out");
    auto const around = enclosing_store(place.path);
    if (!around && array.format_version.empty() && !array.shard && array.copied_from)
        return zarr_node(zarr_path(array.copied_from->file.path, array.copied_from->file.dataset))
            .version; // the original's version is kept
    if (!around) return asks_third ? 3 : 2;
    int const version = zarr_node(*around).version;
    if (array.format_version.empty() && !array.shard) return version;
    if (version != (asks_third ? 3 : 2)) return fail(fmt::format("'{}' is a Zarr store of version {}", *around, version));
    return version;
}

/// Removes shards taken from the original if the target is version 2. Returns whether any were removed.
bool let_shards_go(OutputPath const& place, std::vector<NewArray>& arrays) {
    auto const around = enclosing_store(place.path);
    bool const second = arrays.front().format_version == "zarr2" || (around && zarr_node(*around).version == 2);
    bool lets_go = false;
    for (NewArray& array : arrays)
        if (second && array.shard_is_kept) {
            array.shard.reset();
            lets_go = true;
        }
    return lets_go;
}

/// Returns the path of a single array within its store: "group/A".
std::string inside_store(std::string const& path) {
    constexpr std::string_view ending = ".zarr/";
    std::size_t const store = path.find(ending);
    return store == std::string::npos ? "" : path.substr(store + ending.size());
}

/// Describes the metadata that cannot be kept: a single array has no coordinates beside it, and an existing store keeps its own
/// attributes.
std::vector<std::string> not_kept(OutputPath const& place, std::vector<NewArray>& arrays) {
    NewArray& array = arrays.front();
    if (array.dataset != "/") return {};
    std::string const parent = fs::path(place.path).parent_path().string();
    bool const in_group = zarr_node(parent).node == ZarrNode::Group;
    std::vector<Attribute> const there =
        in_group ? zarr_group_attributes(enclosing_store(place.path).value_or(parent)) : std::vector<Attribute>{};
    ArrayMetadata lost;
    for (Attribute const& each : array.metadata.of_file)
        if (std::ranges::find(there, each) == there.end()) lost.of_file.push_back(each);
    if (!in_group) lost.coordinates = std::exchange(array.metadata.coordinates, {});
    return all_of(lost);
}

} // namespace

StoredArray stored_zarr(std::string const& name, std::string const& directory, ZarrArray const& array, bool written) {
    StoredArray stored{.name = name, .type = array.type.element, .extents = array.extents, .order = array.order()};
    stored.big_endian = array.type.big_endian && !array.type.foreign;
    stored.fields = array.type.fields;
    stored.fill = array.fill;
    stored.dim_names = array.dim_names;
    stored.unlimited = array.unlimited;
    StoredFile file = in_one_piece(directory, array.extents, stored.order, 0);
    file.places = nullptr;
    file.shape.permutation = array.permutation;
    for (std::size_t d = 0; d < array.extents.size(); ++d) // a chunk may exceed the array
        file.shape.chunk[d] = written ? array.chunk[d] : std::min(array.unit()[d], std::max<Index>(array.extents[d], 1));
    file.boxes = zarr_reader(directory, array);
    file.shape.whole_chunks = written || !file.boxes->chunks()->is_plain();
    file.shape.may_be_cut = written && array.shards.empty() && file.boxes->chunks()->is_plain();
    file.shape.in_runs = !written && file.boxes->chunks()->in_runs(); // a target is planned before it has any chunks
    if (written) file.chunks = zarr_writer(directory, array);
    file.chunked = true;
    file.filters = array.filters;
    if (!array.shards.empty()) file.shard = array.chunk;
    file.other_filters = array.other_filters;
    stored.files.push_back(std::move(file));
    return stored;
}

Result<std::unique_ptr<OutputFile>> zarr_output(OutputPath const& place, std::vector<NewArray> arrays) {
    bool const lets_shards_go = let_shards_go(place, arrays);
    auto const version = TRY(version_for(place, arrays.front()));
    std::vector<NewZarr> made;
    for (NewArray const& array : arrays) {
        if (array.copied_from && array.copied_from->all)
            return fail("--all copies the other objects of an HDF5 file; Zarr stores are directories");
        if (auto const fits = check_names(inside_store(place.path) + array.dataset, version); !fits)
            return tl::unexpected(error_of(array, arrays, fits.error()));
        std::string const name = fs::path(zarr_path(place.path, array.dataset)).stem().string();
        auto one = new_zarr(array, version, name);
        if (!one) return tl::unexpected(error_of(array, arrays, one.error()));
        made.push_back(*std::move(one));
    }
    std::vector<std::string> lost = not_kept(place, arrays);
    std::vector<std::string> const names = datasets_of(arrays);
    auto output = std::make_unique<ZarrOutput>(place, std::move(arrays), made);
    if (lets_shards_go) lost.emplace_back("shards, which Zarr's version 3 has alone");
    output->add_loss(std::move(lost));
    for (std::size_t i = 0; i < made.size(); ++i) {
        output->add_loss(made[i].lost, names[i]);
        output->lose_filters(made[i].lost_filters, names[i]);
    }
    return output;
}

} // namespace tessera
