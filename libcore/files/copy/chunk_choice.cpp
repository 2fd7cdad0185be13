// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses the chunks of a copy's target.
#include "libcore/files/copy/chunk_choice.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/copy/layout_rules.hpp"
#include "libcore/io/auto_chunk.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

namespace {

/// Limits a chunk shape, given for all variables of a file, to the extents of this variable.
Extents clipped(Extents chunk, NewArray const& stored) {
    for (std::size_t d = 0; d < chunk.size(); ++d)
        if (stored.unlimited.empty() || !stored.unlimited[d]) chunk[d] = std::clamp<Index>(stored.extents[d], 1, chunk[d]);
    return chunk;
}

/// Returns the dimension of time: the unlimited one, or else the slowest in the file.
std::size_t time_dimension(NewArray const& stored) {
    auto const unlimited = std::ranges::find(stored.unlimited, true);
    if (unlimited != stored.unlimited.end()) return static_cast<std::size_t>(unlimited - stored.unlimited.begin());
    return stored.order == StorageOrder::C ? 0 : stored.extents.size() - 1;
}

/// Returns the value of --for; Both if it is not given.
ReadPattern pattern_of(OptionValues const& given) {
    std::string const text = given.text_or("for", "both");
    if (text == "both") return ReadPattern::Both;
    return text == "maps" ? ReadPattern::Maps : ReadPattern::Series;
}

std::string reason_of(NewArray const& stored, std::size_t time, OptionValues const& given) {
    TouchedChunks const met = touched_chunks(stored.extents, *stored.chunk, time);
    return fmt::format("for {}: a series along dimension {} reads {}, a map at one of its indices {}", given.text_or("for", "both"),
                       time + 1, counted(met.by_series, "chunk"), grouped(met.by_map));
}

/// Chooses the chunk for "auto" or "auto:4MiB". In a whole file, a variable that would be a single chunk and has no chunks stays
/// without.
Result<void> choose_by_pattern(ArrayCopySettings& settings, LayoutRule const& rule, OptionValues const& given) {
    NewArray& stored = settings.stored;
    Index bytes = usual_chunk_bytes;
    if (rule.value != "auto") {
        auto const size = parse_size(rule.value.substr(5));
        if (!size) return fail(fmt::format("--chunk auto: {}", size.error().message));
        bytes = *size;
    }
    if (stored.extents.empty()) return {};
    bool const unlimited = std::ranges::find(stored.unlimited, true) != stored.unlimited.end();
    bool const small = settings.source.bytes() <= bytes && !stored.chunk && !unlimited;
    if (settings.of_many && rule.is_for_all && small) return {};
    std::size_t const time = time_dimension(stored);
    Index const most = std::max<Index>(bytes / std::max<Index>(stored.type.bytes, 1), 1);
    stored.chunk = auto_chunk(stored.extents, time, stored.order == StorageOrder::C, most, pattern_of(given));
    settings.chunk_reason = reason_of(stored, time, given);
    return {};
}

Result<void> choose_as_told(ArrayCopySettings& settings, LayoutRule const& rule) {
    NewArray& stored = settings.stored;
    auto const chunk = parse_extents(rule.value);
    if (!chunk) return fail(fmt::format("--chunk: {}, or 'auto' or 'none'", chunk.error().message));
    bool const fits = chunk->size() == stored.extents.size();
    if (settings.of_many && !rule.is_for_all && !fits)
        return fail(fmt::format("the chunk has {}, the array {}", counted(std::ssize(*chunk), "dimension"), stored.extents.size()));
    if (!settings.of_many || !rule.is_for_all) stored.chunk = *chunk;
    if (settings.of_many && rule.is_for_all && fits) stored.chunk = clipped(*chunk, stored);
    return {};
}

/// Keeps the source's shards, the files that gather chunks, if the array is copied unchanged to the same format.
void keep_shard(ArrayCopySettings& settings) {
    StoredFile const& file = settings.source.files.front();
    if (!file.shard || settings.from.format != settings.to.format || settings.stored.texts) return;
    bool const whole = settings.map == CopyMap::identity(settings.made.extents) && settings.made.order == settings.source.order;
    if (!whole || settings.to.format->capabilities().has_objects) return;
    settings.stored.chunk = Extents();
    for (std::size_t d = 0; d < file.shard->size(); ++d) // a chunk of a shard may be larger than the array
        settings.stored.chunk->push_back((*file.shard)[d] % file.shape.chunk[d] == 0 ? file.shape.chunk[d] : (*file.shard)[d]);
    settings.stored.shard = file.shard;
    settings.stored.shard_is_kept = true;
    settings.notes.push_back(fmt::format("chunks stay in shards of {{{}}}; --chunk lets them go", fmt::join(*file.shard, ",")));
}

bool is_auto(std::string const& value) {
    return value == "auto" || value.starts_with("auto:");
}

} // namespace

std::optional<Extents> kept_chunk(ArrayCopySettings const& settings) {
    StoredFile const& file = settings.source.files.front();
    if (!file.chunked) return std::nullopt;
    Extents chunk;
    for (std::size_t d = 0; d < settings.made.extents.size(); ++d) {
        auto const& source = settings.map.axes[d].source;
        Index const theirs = source ? file.shape.chunk[as_size(source->dim)] : 1;
        bool const cut = settings.stored.unlimited.empty() || !settings.stored.unlimited[d];
        chunk.push_back(cut ? std::clamp<Index>(theirs, 1, std::max<Index>(settings.made.extents[d], 1)) : theirs);
    }
    return chunk;
}

Result<void> choose_chunk(ArrayCopySettings& settings, std::string const& name, OptionValues const& given) {
    NewArray& stored = settings.stored;
    auto const& rules = given.texts("chunk");
    bool const some_auto =
        std::ranges::any_of(rules, [](std::string const& text) { return is_auto(layout_rule("chunk", text).value); });
    if (given.has("for") && !some_auto) return fail("--for says how chunks will be read; it goes with --chunk auto");
    auto const rule = rule_for(given, "chunk", name);
    if (rule && rule->value == "none") {
        stored.chunk.reset();
        stored.filters = {};
    } else if (rule) {
        TRY(is_auto(rule->value) ? choose_by_pattern(settings, *rule, given) : choose_as_told(settings, *rule));
    }
    if (!rule && stored.format_version != "zarr2") keep_shard(settings);
    if (auto const text = given.text("shard")) {
        auto shard = parse_extents(*text);
        if (!shard) return fail(fmt::format("--shard: {}", shard.error().message));
        stored.shard = *std::move(shard);
        stored.shard_is_kept = false;
    }
    return {};
}

} // namespace tessera
