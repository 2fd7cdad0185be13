// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings for the copy of one array.
#include "libcore/files/copy/array_copy_settings.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/files/copy/chunk_choice.hpp"
#include "libcore/files/copy/file_copy_settings.hpp"
#include "libcore/files/copy/file_layout_choice.hpp"
#include "libcore/files/copy/filter_choice.hpp"
#include "libcore/files/copy/kept_objects.hpp"
#include "libcore/files/copy/layout_rules.hpp"
#include "libcore/files/copy/named_files.hpp"
#include "libcore/files/copy/raw_header.hpp"
#include "libcore/files/copy/source_notes.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// Returns the last part of a path as an identifier of the notation: letters, digits and underscores.
std::string identifier(std::string const& path) {
    std::string name = std::filesystem::path(path).stem().string();
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 ? "A" + name : name;
}

/// Parses "big", "little" or "native". Returns whether it is big-endian.
Result<bool> big_endian_named(std::string const& word) {
    if (word == "native") return std::endian::native == std::endian::big;
    if (word == "big" || word == "little") return word == "big";
    return fail(fmt::format("--byte-order: expected big, little or native, not '{}'", word));
}

/// The byte orders that --byte-order gives to source and target.
struct ByteOrders {
    std::optional<bool> source_big = std::nullopt;
    std::optional<bool> target_big = std::nullopt;
};

/// Parses --byte-order. One word is for a raw source, whose file does not tell it, or else for the target. Two words are for both.
Result<ByteOrders> byte_orders(OptionValues const& given, FileName const& from, FileName const& to) {
    auto const text = given.text("byte-order");
    if (!text) return ByteOrders{};
    bool const raw_source = !from.format->capabilities().describes_itself;
    auto const comma = text->find(',');
    auto const first = TRY(big_endian_named(text->substr(0, comma)));
    if (comma == std::string::npos) {
        if (raw_source && !to.format->capabilities().keeps_byte_order)
            return fail(
                fmt::format("--byte-order: which of both? --byte-order {},native is that of the source, then the target's", *text));
        return raw_source ? ByteOrders{first, std::nullopt} : ByteOrders{std::nullopt, first};
    }
    if (!raw_source) return fail(fmt::format("--byte-order: '{}' says its byte order itself; give the target's only", from.path));
    auto const second = TRY(big_endian_named(text->substr(comma + 1)));
    return ByteOrders{first, second};
}

Result<std::optional<RawArray>> raw_array(OptionValues const& given, FileName const& from, Index header, ByteOrders const& orders,
                                          ArraySpec& declared) {
    bool const raw = !from.format->capabilities().describes_itself;
    if (!raw && given.has("array")) return fail(fmt::format("--array is for raw files; '{}' says itself what it holds", from.path));
    auto const text = given.text("array");
    if (!raw || !text) return std::optional<RawArray>{};
    auto array = TRY(parse_array(*text));
    declared = array;
    RawArray raw_file{array.type, array.extents, array.order, header};
    raw_file.big_endian = orders.source_big.value_or(raw_file.big_endian);
    return raw_file;
}

/// Returns the array with the lower bounds of its file, or else with those that are usual for its storage order.
ArraySpec spec_of(StoredArray const& array) {
    Extents lower = array.lower;
    if (lower.empty()) lower.assign(array.extents.size(), array.order == StorageOrder::C ? 0 : 1);
    return {
        identifier(array.array.empty() ? array.name : array.array), array.type, std::move(lower), array.extents, array.order, {}};
}

Result<void> open(ArrayCopySettings& settings, OptionValues const& given) {
    auto const orders = TRY(byte_orders(given, settings.from, settings.to));
    auto headers = TRY(raw_headers(given, settings.from, settings.to));
    settings.notes = headers.notes;
    auto const raw = TRY(raw_array(given, settings.from, headers.in_source, orders, settings.array));
    bool const same_format = settings.from.format == settings.to.format;
    settings.source = TRY(open_array(settings.from, {.declared = raw,
                                                     .as_stored = same_format,
                                                     .texts = settings.to.format->capabilities().keeps_texts,
                                                     .incomplete = given.has("salvage"),
                                                     .being_written = true}));
    if (auto const& missing = settings.source.missing_files; !missing.empty())
        settings.notes.push_back(fmt::format("the fill value stands for what lies in {}", fmt::join(missing, ", ")));
    TRY(check_complete(given, settings.source));
    settings.is_complete = given.has("complete");
    if (auto note = note_of_other_files(settings.from, settings.source)) settings.notes.push_back(*std::move(note));
    if (!raw) settings.array = spec_of(settings.source);
    return {};
}

/// Sets what is copied and the array that results.
Result<void> choose_content(ArrayCopySettings& settings, OptionValues const& given) {
    CopyMap map = CopyMap::identity(settings.array.extents);
    settings.made = settings.array;
    if (given.has("copy") && given.has("section")) return fail("--copy and --section exclude each other; --copy can say both");
    if (auto const text = given.text("copy")) {
        auto copy = TRY(parse_copy(*text, settings.array));
        settings.made = std::move(copy.target);
        map = std::move(copy.map);
    } else if (auto const section = given.text("section")) {
        map = TRY(parse_section(*section, settings.array));
        for (CopyAxis& axis : map.axes) {
            axis.target = CopySide{axis.target->dim, 0, 1}; // the section becomes an array of its own
            settings.made.extents[as_size(axis.target->dim)] = axis.extent;
        }
    }
    if (auto const order = given.text("order")) {
        settings.made.order = *order == "c" ? StorageOrder::C : StorageOrder::Fortran;
        if (settings.made.order != settings.array.order) std::ranges::fill(settings.made.lower, *order == "c" ? 0 : 1);
    }
    settings.map = TRY(normal_form(map, settings.made.extents));
    return {};
}

/// Error: an option does not apply to the target's format.
Result<void> check_layout_options(ArrayCopySettings const& settings, OptionValues const& given) {
    FormatCapabilities const capabilities = settings.to.format->capabilities();
    for (std::string_view const option : file_layout_options)
        if (given.has(option) && !capabilities.has_objects)
            return fail(fmt::format("--{} is for HDF5 files; '{}' is none", option, settings.to.path));
    if (given.has("all") && !capabilities.has_objects)
        return fail(fmt::format("--all copies the other objects of an HDF5 file; '{}' is none", settings.to.path));
    if (capabilities.has_chunks) return {};
    std::vector<std::string_view> options{"for", "shard"};
    std::ranges::copy(ruled_options, std::back_inserter(options));
    for (std::string_view const option : options)
        if (given.has(option) && !asks_for_none(given, option))
            return fail(fmt::format("--{} is for HDF5 files and Zarr stores; '{}' is neither", option, settings.to.path));
    return {};
}

Result<void> choose_layout(ArrayCopySettings& settings, OptionValues const& given) {
    NewArray& stored = settings.stored;
    stored = {settings.made.type, settings.made.extents, settings.made.order};
    stored.fields = settings.source.fields;
    stored.texts = settings.source.texts;
    auto headers = TRY(raw_headers(given, settings.from, settings.to));
    stored.raw_header = std::move(headers.of_target);
    stored.format_version = given.text_or("as", "");
    auto const orders = TRY(byte_orders(given, settings.from, settings.to));
    FormatCapabilities const capabilities = settings.to.format->capabilities();
    bool const same_format = settings.to.format == settings.from.format;
    bool const as_stored = same_format && capabilities.has_objects;
    auto const kind = kind_of(settings.made.type);
    if (orders.target_big && kind && kind->what == ElementKind::Class::Bytes)
        return fail(fmt::format("--byte-order: what the bytes of {} are is not known, so that they keep their order",
                                settings.made.type.name));
    if (orders.target_big && as_stored) return fail("--byte-order: a copy from HDF5 to HDF5 keeps that of every element");
    stored.big_endian = orders.target_big.value_or(capabilities.big_endian_of(settings.source.big_endian));
    if (capabilities.is_big_endian && !stored.big_endian)
        return fail(fmt::format("--byte-order: the elements of '{}' have the highest byte first", settings.to.path));
    settings.source.byte_swapped = settings.source.big_endian != stored.big_endian;
    TRY(check_layout_options(settings, given));
    stored.file_layout = TRY(file_layout(given));
    stored.unlimited = growing(settings.source, settings.map, settings.made.extents);
    std::string const& name = settings.source.array.empty() ? settings.made.name : settings.source.array;
    if (!capabilities.has_chunks) return choose_filters(settings, name, given);
    bool const is_point = settings.made.extents.empty() && capabilities.has_objects; // HDF5 has no chunks of a scalar
    if (!is_point) stored.chunk = kept_chunk(settings);
    if (!stored.chunk && capabilities.has_objects && std::ranges::find(stored.unlimited, true) != stored.unlimited.end())
        stored.chunk = usual_chunk(stored, usual_chunk_bytes); // HDF5 needs chunks, or a virtual dataset, for unlimited dimensions
    if (stored.chunk) stored.filters = kept_filters(settings.source.files.front().filters);
    TRY(choose_chunk(settings, name, given));
    return choose_filters(settings, name, given);
}

/// Adds a note if the target lists its dimensions in reverse. Users of numpy ignore the storage order and do not expect that.
void report_reversed(ArrayCopySettings& settings, OptionValues const& given) {
    Extents const& extents = settings.made.extents;
    bool const said = given.has("array") || given.has("copy") || given.has("order") || !settings.source.lower.empty();
    bool const turns =
        settings.to.format->capabilities().reverses_fortran && !settings.from.format->capabilities().reverses_fortran;
    if (said || !turns || settings.made.order == StorageOrder::C || extents.size() < 2) return;
    settings.notes.push_back(fmt::format(
        "'{}' is stored by columns, so that '{}' lists its dimensions in reverse, {{{}}}; --order c keeps ({})", settings.from.text,
        settings.to.path, fmt::join(extents.rbegin(), extents.rend(), ","), fmt::join(extents, ",")));
}

/// Returns the mapping of a target with one file per rank.
Result<Mapping> mapping_of_files(ArrayCopySettings const& settings, OptionValues const& given, int ranks) {
    auto const to = given.text("to");
    if (settings.made.extents.empty())
        return fail(
            fmt::format("'{}' is a single value, which no ranks can share; name one file, such as value.npy", settings.from.text));
    if (std::ssize(settings.made.extents) > max_dims)
        return fail(fmt::format("'{}' has {} dimensions, and what ranks share has at most {}; name one file, such as array.npy",
                                settings.from.text, settings.made.extents.size(), max_dims));
    if (!to)
        return fail(
            "expected --to, the mapping of the local files, such as --to '(block,*)' or --to '(block,cyclic(5)) onto P(2,2)'");
    ListFiles const here(".", ListFiles::AllowedPaths::Anywhere);
    CompactJob const compact{.arrays = {describe(settings.made)}, .from = "", .to = *to, .copies = {}};
    auto job = parse_compact(compact, {std::nullopt, &here}); // the mapping of files may use any number of ranks
    if (!job) job = parse_compact(compact, {Index{ranks}, &here});
    if (!job) return forward_error(job);
    return Mapping::make(job->arrays.front().states.front());
}

/// Returns whether the whole file is meant: neither side names an array, and the target does not exist yet.
bool means_all(ArrayCopySettings const& settings, OptionValues const& given, bool named) {
    std::error_code ignored;
    return !named && !given.has("copy") && !given.has("section") && !std::filesystem::exists(settings.to.path, ignored);
}

Result<void> describe_target(ArrayCopySettings& settings, OptionValues const& given, int ranks, bool named) {
    NewArray& stored = settings.stored;
    stored.dataset = settings.to.dataset;
    if (settings.to.format->capabilities().is_mapped) {
        stored.mapping = TRY(mapping_of_files(settings, given, ranks));
    } else if (given.has("to")) {
        return fail("--to is the mapping of local files; the target is one file");
    }
    TRY(choose_shares(stored, given, settings.to, ranks));
    bool const same_format = settings.from.format == settings.to.format;
    if (given.has("all") && !same_format) return fail("--all copies the other objects of an HDF5 file; the source is none");
    settings.whole_file = means_all(settings, given, named);
    bool const all = keeps_objects(settings.from, settings.to) && (settings.whole_file || given.has("all"));
    stored.copied_from =
        Original{settings.from, settings.map, settings.source.order, all, same_format, settings.source.parts_elsewhere};
    return {};
}

Result<void> choose_access(CopyOptions& options, OptionValues const& given, int ranks) {
    std::string const access = given.text_or("access", "auto");
    options.access = access_named(access); // nothing for "auto"
    bool const apart = access == "direct" || access == "sieve";
    if (apart && (given.has("domains") || given.has("aggregators")))
        return fail(
            fmt::format("--domains and --aggregators are for --access two-phase; with {} every rank reads for itself", access));
    for (DomainKind const kind : {DomainKind::Static, DomainKind::Dynamic, DomainKind::BlockCyclic})
        if (given.text_or("domains", "dynamic") == name_of(kind)) options.domains = kind;
    Index const aggregators = given.number("aggregators").value_or(0);
    if (aggregators > ranks) return fail(fmt::format("--aggregators: {} of {} ranks cannot read", aggregators, ranks));
    options.aggregators = static_cast<int>(aggregators);
    return {};
}

/// Parses "100MiB/s"; "/s" may be missing.
Result<void> choose_bandwidth(CopyOptions& options, OptionValues const& given) {
    auto const text = given.text("bandwidth");
    if (!text) return {};
    auto const rate = parse_size(text->ends_with("/s") ? text->substr(0, text->size() - 2) : *text);
    if (!rate || *rate <= 0) return fail(fmt::format("--bandwidth: expected bytes in a second, such as 100MiB/s, not '{}'", *text));
    options.bandwidth = *rate;
    return {};
}

Result<void> choose_threads(CopyOptions& options, OptionValues const& given) {
    constexpr Index most = 4096;
    Index const threads = given.number("threads").value_or(1);
    if (threads < 1 || threads > most) return fail(fmt::format("--threads: expected a number from 1 to {}, not {}", most, threads));
    options.threads = static_cast<int>(threads);
    return {};
}

/// Parses "auto", "always" or "never"; the first two also with ":FOLDER".
Result<void> choose_scratch(CopyOptions& options, OptionValues const& given) {
    std::string const text = given.text_or("scratch", "auto");
    std::size_t const colon = std::min(text.find(':'), text.size());
    std::string const use = text.substr(0, colon);
    options.scratch.folder = text.substr(std::min(colon + 1, text.size()));
    bool const names_folder = colon < text.size();
    if (use != "auto" && use != "always" && use != "never")
        return fail(fmt::format("--scratch: expected auto, always or never, or auto:FOLDER, not '{}'", text));
    if (names_folder && (use == "never" || options.scratch.folder.empty()))
        return fail(fmt::format("--scratch: '{}' names no folder for a scratch file; auto:FOLDER does", text));
    std::error_code ignored;
    if (names_folder && !std::filesystem::is_directory(options.scratch.folder, ignored))
        return fail(fmt::format("--scratch: there is no directory '{}'", options.scratch.folder));
    if (use == "always" && given.has("salvage"))
        return fail("--salvage tells what cannot be read of the target's boxes, in one pass; leave --scratch always out");
    options.scratch.use = use == "auto" ? ScratchUse::Auto : use == "always" ? ScratchUse::Always : ScratchUse::Never;
    return {};
}

Result<void> choose_channel(ArrayCopySettings& settings, OptionValues const& given) {
    auto const stack = given.text("mpi-io");
    if (!stack) return {};
    auto const chosen = choose_mpi_io(*stack == name_of(MpiIoStack::Ompio) ? MpiIoStack::Ompio : MpiIoStack::Romio);
    if (!chosen) return fail(fmt::format("--mpi-io {}: {}", *stack, chosen.error().message));
    settings.source.channel = settings.options.channel = ChannelKind::MpiIo;
    return {};
}

/// Completes the target's name. "b.h5" gets the source's dataset name or the array's name; "parts/" gets a manifest with the
/// array's name.
void complete(FileName& to, FileName const& from, std::string const& array, bool renamed) {
    bool const named = !to.dataset.empty();
    bool const in_groups = from.format->capabilities().has_groups && to.format->capabilities().has_groups && from.dataset != "/";
    if ((from.format == to.format || in_groups) && !named && !renamed) to.dataset = from.dataset;
    bool const keeps_name = !named && !renamed && !from.dataset.empty() && to.dataset.empty() &&
                            to.format->capabilities().holds_several && !to.format->capabilities().is_mapped;
    std::string const last = from.dataset.substr(from.dataset.rfind('/') + 1);
    to = place_of(to, keeps_name && !last.empty() ? last : array, false);
}

} // namespace

Result<ArrayCopySettings> array_settings(OptionValues const& given, FileName from, FileName to, int ranks, bool of_many) {
    bool const named = !split_dataset(from.text).dataset.empty() || !to.dataset.empty();
    ArrayCopySettings settings;
    settings.from = std::move(from);
    settings.to = std::move(to);
    settings.of_many = of_many;
    TRY(open(settings, given));
    TRY(choose_content(settings, given));
    TRY(check_written(settings.from, settings.source, ranks, of_many ? nullptr : &settings.notes));
    if (auto caution = of_many ? std::nullopt : settings.from.format->caution(settings.from))
        settings.notes.push_back(*std::move(caution));
    complete(settings.to, settings.from, settings.made.name, given.has("copy"));
    TRY(choose_layout(settings, given));
    TRY(describe_target(settings, given, ranks, named));
    report_reversed(settings, given);
    settings.options.memory = given.number("memory").value_or(settings.options.memory);
    TRY(choose_bandwidth(settings.options, given));
    TRY(choose_access(settings.options, given, ranks));
    TRY(choose_threads(settings.options, given));
    TRY(choose_scratch(settings.options, given));
    if (settings.options.bandwidth > 0 && settings.source.parts_elsewhere)
        settings.notes.emplace_back("--bandwidth does not hold for values of any length, which one rank copies");
    TRY(choose_channel(settings, given));
    settings.options.verify = given.has("verify");
    settings.options.resume = given.has("resume");
    settings.options.force = given.has("force");
    settings.options.any_size = given.has("any-size");
    settings.options.salvage = given.has("salvage");
    return settings;
}

Result<ArrayCopySettings> array_copy_settings(CopyRequest const& request, int ranks, bool synced_by_caller) {
    OptionValues const& given = request.options;
    auto const named_source = TRY(parse_source(request));
    auto from = TRY(named_source.format->completed(named_source));
    auto to = TRY(parse_target(request, from));
    bool const named = !to.dataset.empty();
    auto settings = array_settings(given, std::move(from), std::move(to), ranks, false);
    if (!settings) return settings;
    settings->synced_by_caller = synced_by_caller;
    settings->target = TRY(settings->to.format->make(settings->place(), {settings->stored}));
    std::ranges::copy(settings->target->remarks(), std::back_inserter(settings->notes));
    if (!named && !given.has("copy")) report_lost_group(*settings);
    if (settings->whole_file) keep_groups(settings->from, settings->to, {}, *settings->target);
    TRY(check_keeps_all(given, settings->to, *settings->target));
    if (settings->source.is_virtual && settings->whole_file)
        settings->notes.push_back(
            fmt::format("'{}' is put together of other files' arrays; the copy holds the elements itself", settings->from.dataset));
    return settings;
}

} // namespace tessera
