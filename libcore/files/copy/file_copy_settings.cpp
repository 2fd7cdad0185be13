// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings for the copy of a whole file.
#include "libcore/files/copy/file_copy_settings.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/file_layout_choice.hpp"
#include "libcore/files/copy/filter_choice.hpp"
#include "libcore/files/copy/kept_objects.hpp"
#include "libcore/files/copy/layout_rules.hpp"
#include "libcore/files/copy/named_files.hpp"
#include "libcore/files/copy/source_notes.hpp"
#include "libcore/files/store/array_format.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>

namespace tessera {

namespace {

constexpr Index small_bytes = Index{1} << 20; // smaller variables are copied by one rank if their layout stays

bool same_layout(ArrayCopySettings const& settings) {
    StoredFile const& file = settings.source.files.front();
    bool const same_chunk = settings.stored.chunk == (file.chunked ? std::optional(file.shape.chunk) : std::nullopt);
    return same_chunk && settings.stored.filters == kept_filters(file.filters);
}

/// Returns whether the array, or the stored part of it, is small. HDF5 copies only what is stored.
bool is_small(ArrayCopySettings const& settings) {
    if (settings.source.bytes() < small_bytes) return true;
    auto const stored = settings.from.format->stored_bytes(settings.from);
    return stored && *stored < small_bytes;
}

/// Returns whether HDF5 keeps more filters of the array than a copy in parts: filters that would round the elements again, another
/// order of filters.
bool has_filters_of_hdf5_alone(StoredArray const& source) {
    StoredFile const& file = source.files.front();
    return !file.other_filters.empty() || file.filters != kept_filters(file.filters);
}

/// Returns whether HDF5 copies the variable better or faster than parts: its elements lie elsewhere, only HDF5 knows its filters,
/// its filters would round the elements again, or it is small.
bool comes_by_itself(ArrayCopySettings const& settings) {
    StoredArray const& source = settings.source;
    bool const special = source.parts_elsewhere || source.elements() == 0 || source.extents.empty();
    bool const elsewhere = source.files.size() != 1 || !source.other_files.empty();
    if (special || elsewhere) return true;
    return same_layout(settings) && (has_filters_of_hdf5_alone(source) || is_small(settings));
}

/// If no variable is copied in parts, moves one from `small` to `arrays`: preferably the largest below the limit that loses nothing
/// this way. Moves none if each would lose something.
void keep_one(std::vector<ArrayCopySettings>& arrays, std::vector<ArrayCopySettings>& small) {
    if (!arrays.empty() || small.empty()) return;
    // Virtual datasets stay virtual.
    if (std::ranges::all_of(small, [](ArrayCopySettings const& each) { return each.source.is_virtual; })) return;
    auto const suits = [](ArrayCopySettings const& each) {
        StoredArray const& source = each.source;
        bool const loses_nothing = !has_filters_of_hdf5_alone(source) && !each.from.format->is_kept_whole(each.from);
        Index const size = source.bytes() < small_bytes ? source.bytes() : -source.bytes();
        return std::tuple(loses_nothing, source.other_files.empty(), size);
    };
    auto const largest = std::ranges::max_element(small, {}, suits);
    if (!std::get<0>(suits(*largest))) return;
    arrays.push_back(std::move(*largest));
    small.erase(largest);
}

/// Returns the open source; null if it cannot be opened, which is reported when it is read.
std::shared_ptr<void const> held(FileName const& file) {
    try {
        return file.format->hold(file.path);
    } catch (std::runtime_error const&) {
        return nullptr;
    }
}

/// Returns whether the source has no variables, or a single one that only the format's own copy keeps, and the target does not
/// exist yet.
bool has_only_objects(FileName const& from, FileName const& to, std::vector<std::string> const& names) {
    std::error_code ignored;
    if (!keeps_objects(from, to)) return false;
    if (names.empty()) return true;
    if (std::filesystem::exists(to.path, ignored)) return false;
    FileName only = from;
    only.dataset = names.front();
    if (from.format->is_kept_whole(only)) return true;
    auto const array = open_array(only, {.as_stored = true});
    return array && has_filters_of_hdf5_alone(*array);
}

/// Adds a variable. `small`: variables that HDF5 copies with the rest of the file.
Result<void> add_array(FileCopySettings& settings, std::vector<ArrayCopySettings>& small, OptionValues const& given,
                       std::string const& name, int ranks) {
    FileName from = settings.from;
    FileName to = settings.to;
    from.dataset = to.dataset = name;
    bool const objects = keeps_objects(from, to);
    auto made = array_settings(given, from, to, ranks, true);
    if (!made && objects && is_only_for_hdf5(from)) {
        settings.others.push_back(name);
        return {};
    }
    if (!made && !objects && settings.from.format->is_without_shape(from)) {
        settings.shapeless.push_back(name);
        return {};
    }
    if (!made) return forward_error(made);
    if (given.has("skip-unknown")) // without --skip-unknown the target checks all arrays together
        TRY(to.format->make({to.path}, {made->stored}));
    if (!made->stored.chunk) made->stored.filters = {}; // filters need chunks
    (objects && comes_by_itself(*made) ? small : settings.arrays).push_back(*std::move(made));
    return {};
}

std::vector<NewArray> new_arrays(FileCopySettings& settings, std::vector<std::string> const& left_out) {
    std::vector<NewArray> made;
    if (settings.arrays.empty()) {
        made.push_back(rest_of(settings.from, left_out));
        made.back().file_layout = settings.layout;
    }
    for (ArrayCopySettings& each : settings.arrays) {
        if (each.stored.copied_from) {
            each.stored.copied_from->all = settings.to.format->capabilities().has_objects;
            each.stored.copied_from->left_out = left_out;
        }
        made.push_back(each.stored);
    }
    return made;
}

/// Adds notes about other names of arrays that are left out, because these names are left out, too.
void note_names_left_out(FileCopySettings& settings, std::vector<std::string> const& left_out,
                         std::vector<ArrayAlias> const& aliases) {
    for (ArrayAlias const& further : aliases)
        if (std::ranges::find(left_out, further.of) != left_out.end())
            settings.notes.push_back(fmt::format("'{}', another name of '{}', is left out with it", further.name, further.of));
}

/// Sets the options of a file without arrays that are copied in parts.
Result<void> choose_for_rest(FileCopySettings& settings, OptionValues const& given, bool has_variables) {
    if (has_variables && settings.others.empty()) return fail(fmt::format("'{}': no variable is left to copy", settings.from.path));
    settings.layout = TRY(file_layout(given));
    settings.options.verify = given.has("verify");
    settings.options.force = given.has("force");
    return {};
}

} // namespace

Result<FileNamePair> name_pair_of(CopyRequest const& request) {
    auto from = TRY(parse_source(request));
    auto to = TRY(parse_target(request, from));
    return FileNamePair{std::move(from), std::move(to)};
}

bool is_only_for_hdf5(FileName const& file) {
    auto const array = open_array(file, {.declared = std::nullopt, .as_stored = true, .incomplete = true});
    return !array || (array->is_virtual && !array->missing_files.empty()); // the copy of a virtual dataset refers to the same files
}

bool is_left_out(OptionValues const& given, std::string const& name) {
    return std::ranges::any_of(given.texts("exclude"), [&](std::string const& pattern) { return fits_name(pattern, name); });
}

std::vector<CopyJob> FileCopySettings::jobs() const {
    std::vector<CopyJob> all;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        all.push_back({arrays[i].source, arrays[i].map, *target, {to.path}, options, i});
    return all;
}

Result<std::optional<WholeSource>> whole_source(CopyRequest const& request) {
    auto const [from, to] = TRY(name_pair_of(request));
    bool const several = from.format->capabilities().holds_several && to.format->capabilities().holds_several &&
                         !from.format->capabilities().is_mapped && !to.format->capabilities().is_mapped;
    bool of_one = !from.dataset.empty() || !to.dataset.empty();
    for (char const* const option : {"copy", "section", "order", "array", "to", "shard"})
        of_one = of_one || request.options.has(option);
    if (!several || of_one) return std::nullopt;
    WholeSource source{.names = {}, .held = held(from)};
    source.names = TRY(from.format->datasets(from.path));
    bool const whole = request.options.has("exclude") || source.names.size() > 1 || has_only_objects(from, to, source.names);
    return whole ? std::optional(std::move(source)) : std::nullopt;
}

namespace {

/// Adds what the user should know of the source and of its arrays.
void add_notes(FileCopySettings& settings) {
    if (std::ranges::any_of(settings.arrays, [](ArrayCopySettings const& each) { return each.source.being_written; }))
        settings.notes.push_back(being_written_text(settings.from.path));
    if (auto caution = settings.from.format->caution(settings.from)) settings.notes.push_back(*std::move(caution));
    for (ArrayCopySettings const& each : settings.arrays)
        for (std::string const& note : each.notes) settings.notes.push_back(fmt::format("'{}': {}", each.from.dataset, note));
}

} // namespace

Result<FileCopySettings> file_copy_settings(CopyRequest const& request, WholeSource const& source, int ranks,
                                            bool synced_by_caller) {
    OptionValues const& given = request.options;
    auto sides = TRY(name_pair_of(request));
    FileCopySettings settings{std::move(sides.from), std::move(sides.to), {}, {}, {}, {}, nullptr, {}, {}, {}, nullptr};
    std::vector<std::string> const& names = source.names;
    if (names.empty() && !keeps_objects(settings.from, settings.to))
        return fail(fmt::format("'{}' has no variable", settings.from.path));
    settings.held = source.held;
    auto const aliases = [&] { return settings.from.format->aliases(settings.from.path); };
    TRY(check_rules(given, names, aliases));
    std::vector<std::string> left_out;
    std::vector<ArrayCopySettings> small;
    for (std::string const& name : names) {
        if (is_left_out(given, name)) {
            left_out.push_back(name);
        } else if (auto const added = add_array(settings, small, given, name, ranks); !added) {
            if (!given.has("skip-unknown"))
                return error_of_variable(name, added.error(), "--exclude leaves it out, --skip-unknown all such");
            left_out.push_back(name);
            settings.skipped.push_back(fmt::format("'{}', which is left out: {}", name, added.error().message));
        }
    }
    if (!left_out.empty()) note_names_left_out(settings, left_out, aliases());
    keep_one(settings.arrays, small);
    for (ArrayCopySettings const& each : small) settings.others.push_back(each.from.dataset);
    if (settings.arrays.empty()) TRY(choose_for_rest(settings, given, !names.empty()));
    add_notes(settings);
    OutputPath const place{.path = settings.to.path, .synced_by_caller = synced_by_caller && !settings.arrays.empty()};
    settings.target = TRY(settings.to.format->make(place, new_arrays(settings, left_out)));
    std::ranges::copy(settings.target->remarks(), std::back_inserter(settings.notes));
    keep_groups(settings.from, settings.to, left_out, *settings.target);
    settings.target->add_loss(settings.skipped);
    for (std::string const& name : settings.shapeless)
        settings.target->add_loss({fmt::format("'{}', which has a type and no elements", name)});
    TRY(check_keeps_all(given, settings.to, *settings.target));
    if (!settings.arrays.empty()) settings.options = settings.arrays.front().options;
    return settings;
}

} // namespace tessera
