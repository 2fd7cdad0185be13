// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings for the repair of a copy.
#include "libcore/files/copy/repair_settings.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/file_copy_settings.hpp"
#include "libcore/files/copy/layout_rules.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/io/element_kind.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

Result<void> check_repair_options(OptionValues const& given) {
    for (char const* const option : {"resume", "force", "salvage", "bandwidth", "all", "scratch", "threads"})
        if (given.has(option))
            return fail(fmt::format("--repair mends a copy that is there; --{} is for one that is made", option));
    return {};
}

/// Adds an array. Its target must exist, and the source is read in the target's byte order.
Result<void> add_pair(RepairPairs& pairs, ArrayCopySettings settings) {
    if (settings.source.parts_elsewhere) {
        pairs.not_compared.push_back(settings.from.dataset);
        return {};
    }
    auto const target = TRY(open_to_repair(settings));
    if (same_file(settings.source.files.front().path, target.files.front().path))
        return fail(
            fmt::format("'{}' is in the file it is compared with, which cannot be written meanwhile", settings.from.shown()));
    settings.source.byte_swapped = has_byte_order(target.type) && settings.source.big_endian != target.big_endian;
    pairs.arrays.push_back(std::move(settings));
    return {};
}

Result<void> add_variables(RepairPairs& pairs, std::vector<std::string> const& names, OptionValues const& given, int ranks) {
    for (std::string const& name : names) {
        if (is_left_out(given, name)) continue;
        FileName from = pairs.from;
        FileName to = pairs.to;
        from.dataset = to.dataset = name;
        auto settings = array_settings(given, from, to, ranks, true);
        if (!settings && is_only_for_hdf5(from)) {
            pairs.not_compared.push_back(name);
            continue;
        }
        auto const added = settings ? add_pair(pairs, *std::move(settings)) : Result<void>(forward_error(settings));
        if (!added) return error_of_variable(name, added.error(), "--exclude leaves it out");
    }
    if (pairs.arrays.empty()) return fail(fmt::format("'{}': no variable is left to compare", pairs.from.path));
    return {};
}

} // namespace

Result<StoredArray> open_to_repair(ArrayCopySettings const& settings) {
    RawArray const declared{settings.made.type, settings.made.extents, settings.made.order, std::ssize(settings.stored.raw_header),
                            settings.stored.big_endian};
    return open_array(settings.to, {.declared = declared, .as_stored = true, .to_repair = true});
}

Result<RepairPairs> repair_pairs(CopyRequest const& request, int ranks) {
    OptionValues const& given = request.options;
    TRY(check_repair_options(given));
    auto const whole = TRY(whole_source(request));
    RepairPairs pairs;
    if (whole) {
        auto sides = TRY(name_pair_of(request));
        pairs.from = std::move(sides.from);
        pairs.to = std::move(sides.to);
        TRY(add_variables(pairs, (*whole).names, given, ranks));
        return pairs;
    }
    auto settings = TRY(array_copy_settings(request, ranks));
    pairs.from = settings.from;
    pairs.to = settings.to;
    TRY(add_pair(pairs, std::move(settings)));
    if (pairs.arrays.empty())
        return fail(
            fmt::format("parts of the elements of '{}' lie elsewhere (texts, sequences, references): they cannot be compared",
                        pairs.from.shown()));
    return pairs;
}

} // namespace tessera
