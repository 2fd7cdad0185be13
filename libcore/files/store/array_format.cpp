// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the interface of a format of array files, through which every command reads and writes it.
#include "libcore/files/store/array_format.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/carry_over.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/time_notes.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera {
namespace {

/// Describes the dimensions that lose their unlimited state, each once, by name if they have one.
std::vector<std::string> unlimited_lost(std::vector<NewArray> const& before, std::vector<NewArray> const& after) {
    std::vector<std::string> lost;
    for (std::size_t i = 0; i < before.size(); ++i)
        for (std::size_t d = 0; d < before[i].unlimited.size(); ++d) {
            if (!before[i].unlimited[d] || (!after[i].unlimited.empty() && after[i].unlimited[d])) continue;
            auto const& names = before[i].metadata.dim_names;
            std::string const where = before[i].dataset.empty() ? "" : fmt::format(" of {}", before[i].dataset);
            std::string const name = names.empty() ? fmt::format("{}{}", d + 1, where) : fmt::format("'{}'", names[d]);
            std::string text = fmt::format("the unlimited dimension {}", name);
            if (std::ranges::find(lost, text) == lost.end()) lost.push_back(std::move(text));
        }
    return lost;
}

/// Losses of an array: its dataset and descriptions.
using Lost = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// Removes fields from arrays and adds them to `lost`, for a format without fields. Error: the fields are big-endian, and without
/// fields no reader would know that.
Result<void> lose_fields(std::vector<NewArray>& arrays, std::string_view format, Lost& lost) {
    for (NewArray& array : arrays) {
        if (array.fields.empty()) continue;
        if (any_big_endian(array.fields))
            return fail(
                fmt::format("the fields of its elements ({}) have the highest byte first, which {} files cannot say; HDF5, npy and "
                            "Zarr 2 can",
                            describe(array.fields), format));
        lost.push_back({array.dataset, {fmt::format("the fields of its elements ({})", describe(array.fields))}});
        array.fields.clear();
    }
    return {};
}

/// Adds a loss for all metadata that a reader of the output would not find, unless it is listed already.
void tell_lost_notes(OutputFile& output, std::vector<NewArray> const& wanted) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!wanted[i].copied_from) continue;
        ArrayMetadata const& beside = wanted[i].metadata;
        output.lose_notes(beside.notes, output.kept_notes(i), "", wanted[i].dataset);
        for (Coordinate const& each : beside.coordinates)
            output.lose_notes(each.notes, output.kept_of_coordinate(i, each), fmt::format(" of the coordinate '{}'", each.name));
    }
    if (!wanted.empty() && wanted.front().copied_from)
        output.lose_notes({wanted.front().metadata.of_file}, {output.kept_of_file()}, " of the file");
}

/// Returns whether the names are those that formats give the dimensions of an array without names: "<array>_0", "<array>_1".
bool are_usual_dim_names(std::vector<std::string> const& names, FileName const& array) {
    std::string own = array.dataset.substr(array.dataset.rfind('/') + 1);
    if (own.empty()) own = std::filesystem::path(array.path).stem().string();
    for (std::size_t d = 0; d < names.size(); ++d)
        if (names[d] != usual_dim_name(own, d)) return false;
    return true;
}

/// Returns the metadata that a format loses. A format without metadata may still keep types of times, which have a value for
/// missing elements (NaT).
std::vector<std::string> lost_metadata(NewArray const& array, FormatCapabilities const& able) {
    ArrayMetadata beside = array.metadata;
    if (able.keeps_notes) return beside.lost;
    if (array.copied_from && are_usual_dim_names(beside.dim_names, array.copied_from->file)) beside.dim_names.clear();
    if (able.keeps_times && is_no_time(beside.notes)) beside.notes.fill.clear();
    if (able.keeps_times) beside.notes.times.clear();
    return all_of(beside);
}

void forget_lists_of_one(std::vector<Attribute>& attributes) {
    for (Attribute& each : attributes)
        if (each.shape == Extents{1}) each.shape.clear();
}

/// For formats in which a list of one value is the same as the value.
void forget_lists_of_one(ArrayMetadata& beside) {
    forget_lists_of_one(beside.notes.attributes);
    forget_lists_of_one(beside.of_file);
    for (Coordinate& each : beside.coordinates) forget_lists_of_one(each.notes.attributes);
}

void tell_times(OutputFile& output, std::vector<NewArray> const& arrays) {
    std::vector<std::string> names;
    for (NewArray const& array : arrays)
        if (has_cf_units(array.metadata.notes.times)) names.push_back(fmt::format("'{}'", array.dataset));
    if (!names.empty())
        output.remark(
            fmt::format("dates and spans of time are numbers now, with their units as attributes: {}", fmt::join(names, ", ")));
}

/// Returns whether the byte count overflows. A damaged or sparse file may claim any size. Empty dimensions count as 1, so that
/// strides along the others fit too.
bool has_too_many_bytes(StoredArray const& array) {
    Extents factors;
    for (Index const extent : array.extents) factors.push_back(std::max<Index>(extent, 1));
    factors.push_back(array.type.bytes);
    return !checked_product(factors);
}

Result<void> check_texts(NewArray const& array) {
    if (!array.texts) return {};
    bool const whole = array.copied_from && array.copied_from->map == CopyMap::identity(array.extents);
    bool const in_order = array.order == StorageOrder::C && whole && array.copied_from->order == StorageOrder::C;
    if (!in_order) return fail("texts of any length are copied whole, in the order they have");
    return {};
}

/// Ignores case: files from other systems are called .NPY and .H5.
bool same_letter(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

} // namespace

FileName ArrayFormat::place_of(FileName file, std::string const&, bool) const {
    return file;
}

ArrayMetadata ArrayFormat::metadata(FileName const&, StorageOrder, MetadataSelection const&) const {
    return {};
}

void ArrayFormat::limit(std::vector<NewArray>& arrays) const {
    for (NewArray& array : arrays) array.unlimited.clear();
}

namespace {

/// Errors: a name that no format can keep, or texts that do not fit the array.
Result<void> check_new_arrays(std::vector<NewArray> const& arrays) {
    for (NewArray const& array : arrays) {
        if (auto possible = check_texts(array); !possible) return possible;
        if (array.dataset.find('\0') != std::string::npos) // libraries and the system would truncate the name there
            return fail(fmt::format("nothing can be called '{}', which holds a zero byte; say TARGET:/NAME", array.dataset));
        if (array.dataset == "/" && arrays.size() > 1)
            return fail("an array without a name takes the place of the file's root, where others lie beside it; say TARGET:/NAME");
    }
    return {};
}

} // namespace

Result<std::unique_ptr<OutputFile>> ArrayFormat::make(OutputPath const& place, std::vector<NewArray> arrays) const {
    FormatCapabilities const able = capabilities();
    Lost lost;
    TRY(check_new_arrays(arrays));
    carry_over(arrays, *this);
    for (NewArray& array : arrays)
        // these values are no texts, or have a fixed length
        if (array.texts) array.metadata.notes.fill = array.metadata.notes.unwritten = {};
    if (!able.has_scalars)
        for (NewArray& array : arrays) forget_lists_of_one(array.metadata);
    std::vector<NewArray> const whole = arrays;
    limit(arrays);
    std::vector<std::string> const bounded = unlimited_lost(whole, arrays);
    for (NewArray& array : arrays) {
        bool const of_another = array.copied_from && array.copied_from->file.format != this;
        if (of_another) lost.emplace_back(array.dataset, array.metadata.format_specific);
        lost.emplace_back(array.dataset, lost_metadata(array, able));
        if (of_another) array.copied_from.reset();
    }
    if (!whole.empty() && whole.front().copied_from && !arrays.front().copied_from)
        lost.emplace_back("", whole.front().metadata.format_specific_of_file);
    lost.emplace_back("", bounded);
    if (!able.keeps_fields) TRY(lose_fields(arrays, name(), lost));
    OutputPath whose = place;
    if (!whole.empty() && whole.front().copied_from) whose.original = whole.front().copied_from->file.path;
    auto output = make_output(whose, std::move(arrays));
    if (!output) return output;
    for (auto& [array, what] : lost) (*output)->add_loss(std::move(what), array);
    for (NewArray const& array : whole) (*output)->lose_filters(array.lost_filters, array.dataset);
    if (able.keeps_notes) tell_lost_notes(**output, whole);
    if (able.keeps_notes && !able.keeps_times) tell_times(**output, whole);
    return output;
}

Result<StoredArray> open_array(FileName const& file, OpenRequest const& request) {
    auto array = file.format->open(file, request);
    if (array && has_too_many_bytes(*array))
        return fail(fmt::format("'{}' has {{{}}} elements of {} bytes, more than 64 bits can count", array->name,
                                fmt::join(array->extents, ","), array->type.bytes));
    if (array && !array->missing_files.empty() && !request.incomplete)
        return fail(fmt::format("parts of '{}' lie in {}, which {} not there; iocopy --salvage takes the fill value for them",
                                array->name, fmt::join(array->missing_files, ", "),
                                array->missing_files.size() == 1 ? "is" : "are"));
    return array;
}

Result<StoredArray> open_declared(FileName const& file, ArraySpec const& declared, bool as_stored) {
    RawArray const raw{declared.type, declared.extents, declared.order, 0};
    auto array = open_array(file, {.declared = raw, .as_stored = as_stored});
    if (!array) return array;
    TRY(expect_array(fmt::format("'{}'", array->name), {array->type, array->extents, array->order}, declared));
    return array;
}

std::vector<std::string> files_of(FileName const& file) {
    std::vector<std::string> paths{file.path};
    try {
        auto const array = open_array(file, {.declared = std::nullopt, .as_stored = true});
        if (!array) return paths;
        for (StoredFile const& part : array->files) paths.push_back(part.path);
        paths.insert(paths.end(), array->other_files.begin(), array->other_files.end());
    } catch (std::runtime_error const&) { // the later read reports the failure
    }
    return paths;
}

Result<void> check_apart(FileName const& source, FileName const& target) {
    std::vector<std::string> paths = files_of(source);
    bool const beside = target.format->capabilities().adds && source.format == target.format && source.dataset != target.dataset;
    if (beside) std::erase(paths, source.path);
    return check_apart(paths, target.path);
}

std::optional<FileName> recognise_ending(std::string_view text, std::initializer_list<std::string_view> endings) {
    auto const ends = [&](std::string_view ending) {
        return text.size() >= ending.size() && std::ranges::equal(text.substr(text.size() - ending.size()), ending, same_letter);
    };
    if (std::ranges::none_of(endings, ends)) return std::nullopt;
    return FileName{.path = std::string(text)};
}

FileName split_dataset(std::string_view text) {
    auto const colon = text.rfind(":/");
    std::error_code ignored;
    std::filesystem::path const whole(text); // a directory's name may end with a colon: "c:/x.h5"
    bool const is_path = colon != std::string_view::npos && std::filesystem::is_directory(whole.parent_path(), ignored) &&
                         whole.parent_path().string().size() > colon &&
                         !std::filesystem::is_directory(text.substr(0, colon), ignored);
    if (colon == std::string_view::npos || colon == 0 || is_path) return {.path = std::string(text)};
    return {.path = std::string(text.substr(0, colon)), .dataset = std::string(text.substr(colon + 1))};
}

FileName dataset_of(FileName file, std::string const& array, bool several) {
    if (file.dataset.empty() || several) file.dataset += "/" + array;
    return file;
}

std::string some_names(std::span<std::string const> names) {
    constexpr std::size_t most_named = 8;
    bool const more = names.size() > most_named;
    return fmt::format("{}{}", fmt::join(more ? names.first(most_named) : names, ", "), more ? ", ..." : "");
}

tl::unexpected<Error> no_such_array(FileName const& file, std::vector<std::string> const& names, std::string_view kind) {
    return fail(fmt::format("'{}' has no {} '{}'; it has {}{}", file.path, kind, file.dataset, some_names(names),
                            suggestion(file.dataset, names)));
}

Result<std::string> only_name(std::string const& path, std::span<std::string const> names, std::string_view kind) {
    if (names.empty()) return fail(fmt::format("'{}' has no {}", path, kind));
    if (names.size() == 1) return names.front();
    return fail(fmt::format("'{0}' has several {1}s: {2}; name one, as in {0}:{3}", path, kind, some_names(names), names.front()));
}

Result<void> check_readable(std::string const& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return fail(fmt::format("cannot read '{}': it is a directory", path));
    if (auto const file = check_is_file(path); !file) return file;
    if (access(path.c_str(), R_OK) != 0) return fail(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    return {};
}

std::string beginning_of(std::string const& path, std::size_t bytes) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored) || !check_readable(path)) return "";
    PosixFile const file = PosixFile::open_to_read(path);
    std::string start(std::min(bytes, as_size(file.size())), '\0');
    file.read(0, std::as_writable_bytes(std::span(start)));
    return start;
}

} // namespace tessera
