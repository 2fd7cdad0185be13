// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 datasets for reading and writing, by the file offsets of their bytes.
#include "libcore/files/store/hdf5/hdf5_array.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/chunk_boxes.hpp"
#include "libcore/files/store/hdf5/hdf5_chunk_addresses.hpp"
#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_fields.hpp"
#include "libcore/files/store/hdf5/hdf5_filters.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_input.hpp"
#include "libcore/files/store/hdf5/hdf5_other_files.hpp"
#include "libcore/files/store/hdf5/hdf5_pipeline.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_texts.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5_hl.h>
#include <map>
#include <memory>
#include <utility>

namespace tessera {

namespace {

constexpr char const* looking = "looking at a dataset";

/// Chunks that Tessera decodes. HDF5 provides their file offsets.
class Hdf5OwnChunks final : public ChunkBoxes {
  public:
    Hdf5OwnChunks(std::shared_ptr<OpenDataset> dataset, StoredShape const& shape, Index element_bytes, CodecList codecs,
                  std::vector<std::byte> fill)
        : ChunkBoxes(shape.chunk, shape.permutation, element_bytes, std::move(codecs), std::move(fill)),
          dataset_(std::move(dataset)), bytes_(dataset_->watched->bytes()), shape_(shape) {}

    [[nodiscard]] std::vector<FileExtent> stretches(std::span<Run const> box) override {
        return hdf5_extents(*dataset_, shape_, box);
    }

    [[nodiscard]] std::optional<Index> stored_chunks() override { return count_of_chunks(*dataset_); }

    [[nodiscard]] ChunkInfo find(Extents const& chunk) override {
        SilencedHdf5Errors const quiet;
        Hdf5Sizes const place = chunk_place(chunk, shape_.permutation, shape_.chunk);
        Index const bytes = stored_bytes_of(dataset_->set.get(), dataset_->name, place);
        if (bytes == 0) return {.is_stored = false};
        ChunkInfo found;
        auto const address = chunk_address(*dataset_, place, found.left_out);
        if (!address) throw_not_found(*dataset_, place);
        found.bytes = {*address, *address + bytes};
        return found;
    }

  private:
    bool load(int, Extents const&, ChunkInfo const& place, std::vector<std::byte>& encoded) override {
        if (!place.is_stored) return false;
        resize(encoded, place.bytes.size());
        bytes_.read(place.bytes.begin, encoded);
        return true;
    }

    [[noreturn]] void throw_damaged(Extents const& chunk, std::string const& why) const override {
        Hdf5Sizes const first = chunk_place(chunk, shape_.permutation, shape_.chunk);
        throw Hdf5Error(fmt::format("reading '{}': the chunk at ({}) is damaged: {}", dataset_->name, fmt::join(first, ","), why));
    }

    std::shared_ptr<OpenDataset> dataset_;
    PosixFile const& bytes_; // the file
    StoredShape shape_;
};

/// Reads through HDF5, with all filters.
class Hdf5Boxes final : public BoxReader {
  public:
    Hdf5Boxes(std::shared_ptr<OpenDataset> dataset, StoredFile const& file, Hdf5Handle type)
        : dataset_(std::move(dataset)), shape_(file.shape), chunked_(file.chunked), type_(std::move(type)),
          space_(H5Dget_space(dataset_->set.get()), looking) {}

    void read(std::span<Run const> box, std::byte* memory) override {
        SilencedHdf5Errors const quiet;
        Hdf5Sizes start;
        Hdf5Sizes count;
        for (std::size_t i = box.size(); i-- > 0;) {
            Run const run = box[as_size(shape_.permutation[i])];
            start.push_back(narrow<hsize_t>(run.begin));
            count.push_back(narrow<hsize_t>(run.size()));
        }
        Hdf5Handle const there = hdf5_space(count);
        std::string const doing = fmt::format("reading '{}'", dataset_->name);
        if (!box.empty())
            check_hdf5(H5Sselect_hyperslab(space_.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), doing);
        if (H5Tget_class(type_.get()) == H5T_COMPOUND) { // HDF5's conversion does not write the gaps between members
            Index bytes = narrow<Index>(H5Tget_size(type_.get()));
            for (Run const run : box) bytes *= run.size();
            std::fill_n(memory, bytes, std::byte{0});
        }
        check_hdf5(H5Dread(dataset_->set.get(), type_.get(), there.get(), space_.get(), H5P_DEFAULT, memory), doing);
    }

    [[nodiscard]] std::vector<FileExtent> stretches(std::span<Run const> box) override {
        return chunked_ ? hdf5_extents(*dataset_, shape_, box) : std::vector<FileExtent>();
    }

    [[nodiscard]] std::optional<Index> stored_chunks() override {
        return chunked_ ? std::optional(count_of_chunks(*dataset_)) : std::nullopt;
    }

  private:
    std::shared_ptr<OpenDataset> dataset_;
    StoredShape shape_;
    bool chunked_;
    Hdf5Handle type_;
    Hdf5Handle space_;
};

/// Returns the chunk's extents in the array's dimensions; nullopt if the dataset is not chunked.
std::optional<Extents> chunk_of(hid_t settings, Extents const& extents, StorageOrder order) {
    if (H5Pget_layout(settings) != H5D_CHUNKED) return std::nullopt;
    Hdf5Sizes sizes(extents.size());
    check_hdf5(H5Pget_chunk(settings, narrow<int>(sizes.size()), sizes.data()), looking);
    Extents chunk(sizes.begin(), sizes.end());
    if (order == StorageOrder::Fortran) std::ranges::reverse(chunk);
    return chunk;
}

/// Element type of a dataset, and the type to request from HDF5.
struct Elements {
    ElementType type;
    Hdf5Handle memory; ///< the file's type, or the type to which HDF5 converts
    bool converted = false;
    bool big_endian = false;
    bool parts_elsewhere = false;
    bool texts = false;    ///< texts of any length
    bool of_bytes = false; ///< sequences of bytes of any length
    ElementFields fields = {};
};

Result<Elements> elements_of(hid_t set, std::string const& name, Hdf5Elements wanted) {
    Hdf5Handle const its_own(H5Dget_type(set), looking);
    Hdf5Handle type(H5Tcopy(its_own.get()), looking); // a copy: a named type becomes invalid when its file is closed
    ElementType element = element_type_of(type.get());
    bool const elsewhere = has_parts_elsewhere(type.get());
    bool const of_bytes = is_sequence_of_bytes(type.get());
    bool const any_length = of_bytes || is_text_of_any_length(type.get());
    bool const texts = wanted == Hdf5Elements::Texts && any_length;
    if (elsewhere && wanted != Hdf5Elements::AsStored && !texts)
        return fail(
            fmt::format("the elements of '{}' are {}: parts of them lie elsewhere in the file; only iocopy to {} copies those",
                        name, element.name, any_length ? "an HDF5 file or a Zarr store" : "an HDF5 file"));
    bool const converts = wanted != Hdf5Elements::AsStored && !texts && !is_known_outside_hdf5(type.get());
    if (converts) {
        type = number_in_memory(type.get());
        if (type.get() < 0)
            return fail(
                fmt::format("only HDF5 knows what the bytes of the elements of '{}' mean: the target must be HDF5, too", name));
        element = element_type_of(type.get());
    }
    bool const terminated = wanted != Hdf5Elements::AsStored && !texts && has_terminated_texts(type.get());
    if (terminated) type = with_padded_texts(type.get());
    auto const bytes = static_cast<Index>(H5Tget_size(type.get()));
    if (texts) element = text_type(of_bytes);
    if (element.bytes == 0) element = {fmt::format("V{}", bytes), bytes};
    bool const times = wanted != Hdf5Elements::AsStored && !times_of(type.get()).empty();
    if (times) element = {"int64", 8};
    bool const big_endian =
        times ? is_big_endian_time(type.get()) : has_byte_order(element) && H5Tget_order(type.get()) == H5T_ORDER_BE;
    ElementFields fields = hdf5_fields(type.get());
    return Elements{std::move(element), std::move(type),  converts || terminated, big_endian, elsewhere, texts,
                    of_bytes,           std::move(fields)};
}

/// Error: the dataset has a type but no shape (null dataspace).
Result<void> check_shape(hid_t set, std::string const& name) {
    Hdf5Handle const space(H5Dget_space(set), looking);
    if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return fail(fmt::format("'{}' holds no array: it has no shape", name));
    return {};
}

std::vector<std::byte> fill_value(hid_t settings, Elements const& elements) {
    H5D_fill_value_t kind = H5D_FILL_VALUE_DEFAULT;
    check_hdf5(H5Pfill_value_defined(settings, &kind), looking);
    if (kind != H5D_FILL_VALUE_USER_DEFINED) return {};
    std::vector<std::byte> value(as_size(elements.type.bytes));
    check_hdf5(H5Pget_fill_value(settings, elements.memory.get(), value.data()), looking);
    return value;
}

/// Location of a dataset. External links lead to other files.
struct RealPlace {
    std::string path;
    std::string dataset;
    bool is_virtual = false;
};

RealPlace place_behind_links(std::string const& path, std::string const& dataset) {
    RealPlace place{path, dataset};
    if (auto const known = surveyed_dataset(path, dataset)) {
        place.is_virtual = known->is_virtual;
        return place;
    }
    Hdf5Handle const file = open_frugally(path, fmt::format("opening '{}'", path));
    hid_t const found = H5Dopen2(file.get(), dataset.c_str(), H5P_DEFAULT);
    if (found < 0) return place; // the later opening reports it
    Hdf5Handle const set(found, looking);
    std::string const its_file = path_of_file(set.get());
    if (its_file != path) place = {its_file, name_of_object(set.get())};
    Hdf5Handle const settings(H5Dget_create_plist(set.get()), looking);
    place.is_virtual = H5Pget_layout(settings.get()) == H5D_VIRTUAL;
    return place;
}

/// Sets how elements are reached: by file offsets, or through HDF5.
Result<void> find_places(StoredFile& file, std::shared_ptr<OpenDataset> const& data, hid_t settings, Elements elements,
                         std::string const& dataset) {
    hid_t const set = data->set.get();
    bool const contiguous = H5Pget_layout(settings) == H5D_CONTIGUOUS && H5Pget_external_count(settings) == 0;
    if (file.chunked && !file.shape.whole_chunks) {
        file.places = std::make_shared<Hdf5Chunks>(data, file.shape);
    } else if (contiguous && H5Dget_offset(set) == HADDR_UNDEF) {
        file.places = std::make_shared<NoAddresses>();
    } else if (!contiguous || elements.converted) {
        auto plain = TRY(OpenDataset::open(file.path, dataset, false));
        file.boxes = std::make_shared<Hdf5Boxes>(plain, file, std::move(elements.memory));
    }
    return {};
}

enum class DimNames { Wanted, LeftOut };

StoredArray described(hid_t set, hid_t settings, Elements const& elements, RealPlace const& place, StorageOrder order,
                      DimNames names) {
    StoredArray array{.name = fmt::format("{}:{}", place.path, place.dataset),
                      .array = place.dataset,
                      .type = elements.type,
                      .extents = extents_of(set, order),
                      .order = order};
    array.big_endian = elements.big_endian;
    array.fields = elements.fields;
    array.parts_elsewhere = elements.parts_elsewhere;
    if (!array.parts_elsewhere) array.fill = fill_value(settings, elements);
    if (names == DimNames::Wanted) array.dim_names = dim_names_of(set, hdf5_input(place.path)->paths());
    if (order == StorageOrder::Fortran) std::ranges::reverse(array.dim_names);
    return array;
}

Result<StoredArray> opened_array(std::string const& path, std::string const& dataset, StorageOrder order, Hdf5Elements wanted,
                                 DimNames names) {
    SilencedHdf5Errors const quiet;
    bool const is_target = names == DimNames::LeftOut; // just made here: no link, and not virtual
    TRY(is_target ? Result<void>() : check_hdf5_file(path));
    RealPlace const place = is_target ? RealPlace{path, dataset} : place_behind_links(path, dataset);
    if (place.path != path) {
        auto array = opened_array(place.path, place.dataset, order, wanted, names);
        if (array) array->other_files.push_back(path);
        return array;
    }
    // the mapping of a virtual dataset is stored as raw data, which the watching driver hides
    auto data = TRY(OpenDataset::open(path, dataset, !place.is_virtual));
    hid_t const set = data->set.get();
    TRY(check_shape(set, data->name));
    auto elements = TRY(elements_of(set, data->name, wanted));
    Hdf5Handle const settings(H5Dget_create_plist(set), looking);
    StoredArray array = described(set, settings.get(), elements, {path, dataset}, order, names);
    array.unlimited = growing(set, order);
    if (elements.texts) array.texts = hdf5_texts(path, dataset, elements.of_bytes);
    array.is_virtual = place.is_virtual;
    array.being_written = is_being_written(path);
    array.other_files = other_files(settings.get(), path);
    array.missing_files = missing_files(settings.get(), path, set);
    auto const checksum = TRY(noted_checksum(path, dataset, order));
    if (!elements.converted) array.checksum = checksum;
    haddr_t const begin = H5Dget_offset(set);
    StoredFile file = in_one_piece(path, array.extents, order, begin == HADDR_UNDEF ? 0 : narrow<Index>(begin));
    auto const chunk = chunk_of(settings.get(), array.extents, order);
    if (chunk) file.shape.chunk = *chunk;
    file.chunked = chunk.has_value();
    bool const by_hdf5 = elements.converted || elements.parts_elsewhere; // only HDF5 can interpret the stored bytes
    CodecList const ours = by_hdf5 || !chunk ? CodecList() : own_codecs(set);
    TRY(check_filters(settings.get(), array.name, !ours.empty()));
    file.filters = named_filters(filters_of(settings.get()), file.other_filters);
    file.shape.whole_chunks = chunk && (H5Pget_nfilters(settings.get()) > 0 || elements.converted);
    if (!ours.empty()) {
        file.boxes = std::make_shared<Hdf5OwnChunks>(std::move(data), file.shape, array.type.bytes, ours, array.fill);
        array.files.push_back(std::move(file));
        return array;
    }
    TRY(find_places(file, data, settings.get(), std::move(elements), dataset));
    array.files.push_back(std::move(file));
    return array;
}

} // namespace

Result<StoredArray> open_hdf5_array(std::string const& path, std::string const& dataset, StorageOrder order, Hdf5Elements wanted) {
    return opened_array(path, dataset, order, wanted, DimNames::Wanted);
}

Result<StoredArray> hdf5_description(hid_t set, std::string const& path, std::string const& dataset, StorageOrder order) {
    std::string const name = fmt::format("{}:{}", path, dataset);
    TRY(check_shape(set, name));
    auto const elements = TRY(elements_of(set, name, Hdf5Elements::Texts));
    Hdf5Handle const settings(H5Dget_create_plist(set), looking);
    return described(set, settings.get(), elements, {path, dataset}, order, DimNames::Wanted);
}

Result<StoredArray> open_hdf5_target(std::string const& path, std::string const& dataset, StorageOrder order) {
    return opened_array(path, dataset, order, Hdf5Elements::AsStored, DimNames::LeftOut);
}

Result<std::string> only_dataset(std::string const& path) {
    SilencedHdf5Errors const quiet;
    TRY(check_hdf5_file(path));
    std::vector<std::string> names;
    auto const survey = hdf5_survey(path, fmt::format("opening '{}'", path));
    for (SurveyedDataset const& set : survey->sets)
        if (!set.is_scale) names.push_back(set.path);
    return only_name(path, names, "dataset");
}

} // namespace tessera
