// SPDX-License-Identifier: BSD-3-Clause
// Tessera: edits of directives in a job's text, for drags in the window.
#include "libcore/edit/directive_edit.hpp"

#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace tessera {
namespace {

using What = FormGroup::What;
using notation::same_word;

bool is_distribution(FormGroup const& group) {
    return group.what == What::Distribute || group.what == What::Redistribute;
}

Processors const* processors_named(Job const& job, std::string const& name) {
    for (ArrayStates const& each : job.arrays)
        for (MappingSpec const& state : each.states)
            if (same_word(state.processors.name, name)) return &state.processors;
    return nullptr;
}

FormGroup const* group_of(std::vector<FormGroup> const& groups, What what, std::string const& name) {
    auto const found =
        std::ranges::find_if(groups, [&](FormGroup const& group) { return group.what == what && same_word(group.name, name); });
    return found == groups.end() ? nullptr : &*found;
}

MappingSpec const* state_in(Result<Job> const& job, StateReference const& place) {
    ArrayStates const* const array = job ? job->find(place.array) : nullptr;
    return array && place.state < array->states.size() ? &array->states[place.state] : nullptr;
}

/// Returns a list of `count` ranks: removes the last ones, or adds the lowest unused ones.
std::string resized_ranks(std::vector<Rank> ranks, std::size_t count) {
    std::set<Rank> const used(ranks.begin(), ranks.end());
    ranks.resize(std::min(ranks.size(), count));
    for (Rank next = 0; ranks.size() < count; ++next)
        if (!used.contains(next)) ranks.push_back(next);
    return fmt::format("{}", fmt::join(ranks, ","));
}

bool starts_with_word(std::string_view text, std::string_view word) {
    return text.size() >= word.size() && same_word(text.substr(0, word.size()), word);
}

/// Returns the sizes in "gen_block(3, 4)" or "gen_block((/3,4/))", or nothing if they are not plain numbers.
std::optional<std::vector<Index>> listed_sizes(std::string_view format) {
    if (!starts_with_word(format, "gen_block")) return std::nullopt;
    std::vector<Index> sizes;
    std::string_view rest = format.substr(std::string_view("gen_block").size());
    while (true) {
        std::size_t const begin = rest.find_first_not_of("()[]/, ");
        if (begin == std::string_view::npos) break;
        Index size = 0;
        auto const [end, error] = std::from_chars(rest.data() + begin, rest.data() + rest.size(), size);
        if (error != std::errc()) return std::nullopt;
        sizes.push_back(size);
        rest.remove_prefix(as_size(end - rest.data()));
    }
    return sizes.empty() ? std::nullopt : std::optional(sizes);
}

/// Returns gen_block with `count` sizes, or block if its sizes are not plain numbers.
std::string resized_format(std::string_view format, Index count) {
    auto sizes = listed_sizes(format);
    return sizes ? fmt::format("gen_block({})", fmt::join(resized_blocks(*std::move(sizes), count), ",")) : "block";
}

/// Returns edits of the formats over one dimension of an arrangement that depend on its number of processors.
std::vector<TextEdit> following_formats(std::vector<FormGroup> const& groups, std::string const& processors, int dim, Index count) {
    std::vector<TextEdit> edits;
    for (FormGroup const& group : groups) {
        if (!is_distribution(group) || !(same_word(group.partner, processors) || group.partner.empty())) continue;
        int p = 0;
        for (FormField const& field : group.fields) {
            if (field.text == "*" || p++ != dim) continue;
            bool const sized = starts_with_word(field.text, "gen_block") ||
                               (starts_with_word(field.text, "block") && field.text.find('(') != std::string::npos);
            if (sized) edits.push_back(edit_of(field, resized_format(field.text, count)));
        }
    }
    return edits;
}

/// Returns the bounds of an arrangement's dimension with another number of processors, in the user's notation.
std::string resized_bounds(std::string const& bounds, Index lower, Index count) {
    bool const plain = lower == 1 && bounds.find(':') == std::string::npos;
    return plain ? fmt::format("{}", count) : fmt::format("{}:{}", lower, lower + count - 1);
}

} // namespace

Result<Job> job_of(JobText const& text) {
    ListFiles const files(text.directory);
    return parse_job(text.text, "job", {.ranks = std::nullopt, .files = &files});
}

std::optional<StateReference> place_of(Job const& job, MappingSpec const& spec, bool last) {
    for (ArrayStates const& each : job.arrays) {
        if (each.array.name != spec.array.name) continue;
        auto const count = each.states.size();
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const state = last ? count - 1 - i : i;
            if (each.states[state] == spec) return StateReference{each.array.name, state};
        }
    }
    return std::nullopt;
}

Result<FormField> format_field(JobText const& text, StateReference const& place, int format) {
    auto const job = job_of(text);
    MappingSpec const* const now = state_in(job, place);
    auto const f = as_size(format);
    if (now && f < now->formats.size()) {
        bool const is_block = now->formats[f] == DistFormat::block();
        DistFormat const probe = is_block ? DistFormat::cyclic() : DistFormat::block();
        for (FormGroup const& group : form_groups(text.text)) {
            if (!is_distribution(group) || f >= group.fields.size()) continue;
            FormField const& field = group.fields[f];
            auto const changed = job_of({edited(text.text, {edit_of(field, is_block ? "cyclic" : "block")}), text.directory});
            MappingSpec const* const then = state_in(changed, place);
            if (then && f < then->formats.size() && then->formats[f] == probe) return field;
        }
    }
    return fail("no list of formats in the text says this; change it there");
}

Result<std::vector<TextEdit>> grid_edit(JobText const& text, std::string const& processors, int dim, Index count) {
    auto const job = TRY(job_of(text));
    auto const groups = form_groups(text.text);
    FormGroup const* const declared = group_of(groups, What::Processors, processors);
    Processors const* const arrangement = processors_named(job, processors);
    if (!declared || !arrangement || dim >= std::ssize(declared->fields))
        return fail(fmt::format("{} is not declared in a line of its own; change it in the text", processors));
    auto const d = as_size(dim);
    if (count == arrangement->extents[d]) return std::vector<TextEdit>{};
    FormField const& bounds = declared->fields[d];
    std::vector<TextEdit> edits{edit_of(bounds, resized_bounds(bounds.text, arrangement->lower[d], count))};
    FormGroup const* const ranks = group_of(groups, What::Ranks, processors);
    if (!arrangement->ranks.empty() && ranks) {
        auto const others = arrangement->ranks.size() / as_size(arrangement->extents[d]);
        auto const size = others * as_size(count);
        edits.push_back(edit_of(ranks->fields.front(), resized_ranks(arrangement->ranks, size)));
    }
    auto plain = understood(text, edits);
    if (plain) return plain;
    auto const more = following_formats(groups, processors, dim, count);
    edits.insert(edits.end(), more.begin(), more.end());
    return understood(text, std::move(edits));
}

Result<std::vector<TextEdit>> understood(JobText const& text, std::vector<TextEdit> edits) {
    TRY(job_of({edited(text.text, edits), text.directory}));
    return edits;
}

std::vector<Index> resized_blocks(std::vector<Index> sizes, Index count) {
    while (std::ssize(sizes) > count) {
        Index const last = sizes.back();
        sizes.pop_back();
        sizes.back() += last;
    }
    while (std::ssize(sizes) < count) {
        auto const largest = std::ranges::max_element(sizes);
        Index const half = *largest / 2;
        *largest -= half;
        sizes.insert(largest + 1, half);
    }
    return sizes;
}

} // namespace tessera
