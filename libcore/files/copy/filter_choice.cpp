// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses the filters of the target's chunks.
#include "libcore/files/copy/filter_choice.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/copy/layout_rules.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/io/element_kind.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// Chooses the filters of one variable.
class FilterChoice {
  public:
    FilterChoice(ArrayCopySettings& settings, std::string const& name, OptionValues const& given)
        : settings_(settings), name_(name), given_(given), filters_(settings.stored.filters) {}

    Result<void> choose() {
        if (!settings_.to.format->capabilities().has_chunks) {
            lose_all();
            return {};
        }
        for (auto const step : {&FilterChoice::choose_compressor, &FilterChoice::choose_scale_offset,
                                &FilterChoice::choose_switches, &FilterChoice::keep_to_format})
            TRY((this->*step)());
        return {};
    }

  private:
    [[nodiscard]] std::optional<LayoutRule> rule(char const* option) const { return rule_for(given_, option, name_); }
    /// Returns whether the rule is for all variables of a file, and so is ignored for variables that it does not fit.
    [[nodiscard]] bool may_pass(LayoutRule const& rule) const { return settings_.of_many && rule.is_for_all; }

    /// --deflate and --compress each replace the source's compression.
    Result<void> choose_compressor() {
        auto level = rule("deflate");
        auto how = rule("compress");
        if (level && how && level->is_for_all == how->is_for_all)
            return fail(fmt::format("--deflate and --compress exclude each other, also for '{}'", name_));
        if (level && how) (level->is_for_all ? level : how).reset();
        if (level || how) {
            filters_.deflate.reset();
            filters_.compressor.reset();
        }
        if (level && level->value != "none") {
            bool const is_level = level->value.size() == 1 && std::isdigit(static_cast<unsigned char>(level->value.front())) != 0;
            if (!is_level) return fail(fmt::format("--deflate: expected a level from 0 to 9, or 'none', not '{}'", level->value));
            filters_.deflate = static_cast<int>(parse_number(level->value).value());
        }
        if (!how || how->value == "none") return {};
        auto compressor = parse_compressor(how->value);
        if (!compressor) return fail(fmt::format("--compress: {}, or 'none'", compressor.error().message));
        filters_.compressor = *std::move(compressor);
        bool const is_blosc = filters_.compressor->name.starts_with("blosc");
        if (is_blosc && !filters_.bit_shuffle) filters_.shuffle = true; // blosc's own default
        if (filters_.has_szip() && may_pass(*how) && (!is_for_szip() || !has_blocks())) filters_.compressor.reset();
        return {};
    }

    /// Returns whether szip can compress the elements: numbers of at most 64 bits.
    [[nodiscard]] bool is_for_szip() const {
        auto const kind = kind_of(settings_.made.type);
        using Class = ElementKind::Class;
        return kind && settings_.made.type.bytes <= 8 &&
               (kind->what == Class::Float || kind->what == Class::Signed || kind->what == Class::Unsigned);
    }

    /// Returns whether a chunk is at least as long as a block of szip.
    [[nodiscard]] bool has_blocks() const {
        Index elements = 1;
        for (Index const extent : settings_.stored.chunk.value_or(Extents{})) elements *= extent;
        return elements >= filters_.compressor->level;
    }

    Result<void> choose_scale_offset() {
        auto const told = rule("scale-offset");
        if (!told) return {};
        filters_.scale_offset.reset();
        if (told->value == "none") return {};
        constexpr Index most_digits = 15;
        auto const digits = parse_number(told->value);
        bool const lossless = told->value == "lossless";
        if (!lossless && (!digits || *digits < 0 || *digits > most_digits))
            return fail(
                fmt::format("--scale-offset: expected how many decimals floats keep, 0 to {}, or 'lossless' for integers alone, "
                            "or 'none', not '{}'",
                            most_digits, told->value));
        auto const kind = kind_of(settings_.made.type);
        using Class = ElementKind::Class;
        Index const bytes = settings_.made.type.bytes;
        bool const is_integer = kind && (kind->what == Class::Signed || kind->what == Class::Unsigned);
        bool const is_float = kind && kind->what == Class::Float && (bytes == sizeof(float) || bytes == sizeof(double));
        if (is_integer)
            filters_.scale_offset = ScaleOffset{};
        else if (is_float && !lossless)
            filters_.scale_offset = ScaleOffset{static_cast<int>(*digits)};
        else if (!may_pass(*told))
            return fail(is_float ? fmt::format("--scale-offset: '{}' holds {}, which it rounds; say how many decimals are kept",
                                               name_, settings_.made.type.name)
                                 : fmt::format("--scale-offset is for integers and for floats of 4 or 8 bytes; '{}' holds {}",
                                               name_, settings_.made.type.name));
        return {};
    }

    Result<void> choose_switches() {
        for (auto const& [option, on] : {std::pair{"shuffle", &filters_.shuffle}, std::pair{"nbit", &filters_.nbit},
                                         std::pair{"fletcher32", &filters_.fletcher32}}) {
            auto const told = rule(option);
            if (!told) continue;
            if (told->value != "yes" && told->value != "no")
                return fail(fmt::format("--{}: expected yes or no, not '{}'", option, told->value));
            *on = told->value == "yes";
            if (on == &filters_.shuffle) filters_.bit_shuffle = false; // the two exclude each other
            if (on != &filters_.fletcher32 || !*on || !settings_.source.parts_elsewhere) continue;
            if (!may_pass(*told))
                return fail(fmt::format("--fletcher32: '{}' holds texts or sequences of any length, which lie outside its chunks; "
                                        "HDF5 guards no such",
                                        name_));
            *on = false;
        }
        return {};
    }

    /// Returns whether the user chose how chunks are compressed.
    [[nodiscard]] bool asks_for_compression() const { return rule("deflate") || rule("compress"); }

    /// Returns the source's filters that have no name in ChunkFilters. Options that choose the compression replace them.
    [[nodiscard]] std::vector<std::string> other_filters() const {
        return asks_for_compression() ? std::vector<std::string>() : settings_.source.files.front().other_filters;
    }

    /// Lists all filters of the source as lost, except those that options remove. A single element needs none. --chunk none
    /// removes all, because filters need chunks.
    void lose_all() {
        if (settings_.made.extents.empty() || value_for(given_, "chunk", name_) == "none") return;
        ChunkFilters left = settings_.source.files.front().filters;
        if (asks_for_compression()) {
            left.deflate.reset();
            left.compressor.reset();
        }
        bool const serves_nothing = asks_for_compression() || settings_.source.texts; // shuffling serves compression of numbers
        if (serves_nothing || rule("shuffle")) left.shuffle = left.bit_shuffle = false;
        if (rule("scale-offset")) left.scale_offset.reset();
        left.nbit = left.nbit && !rule("nbit");
        if (rule("fletcher32")) left.fletcher32 = left.crc32c = false;
        settings_.stored.lost_filters = names_of(left);
        std::ranges::copy(other_filters(), std::back_inserter(settings_.stored.lost_filters));
    }

    /// Drops filters that only HDF5 has if the target's format is another one. Error: such a filter was requested.
    Result<void> keep_to_format() {
        std::vector<std::string> lost = other_filters();
        bool const is_compressed = filters_.deflate || filters_.compressor;
        if (!is_compressed && asks_for_compression() && !rule("shuffle")) filters_.shuffle = false; // it only serves compression
        bool const in_blosc = filters_.compressor && filters_.compressor->name.starts_with("blosc");
        if (filters_.bit_shuffle && !in_blosc) {
            filters_.bit_shuffle = false; // no other codec has it
            if (!asks_for_compression()) lost.emplace_back("bit shuffle");
        }
        if (settings_.to.format->capabilities().has_objects) {
            if (std::exchange(filters_.crc32c, false) && !rule("fletcher32")) lost.emplace_back("crc32c");
            settings_.source.texts ? take_all(lost) : take_what_does_not_fit(lost);
        } else {
            if (auto const asked = asked_in_vain())
                return fail(fmt::format("--{} is for HDF5 files; '{}' is none", *asked, settings_.to.path));
            std::ranges::move(filters_.take_those_of_hdf5(), std::back_inserter(lost));
            if (settings_.source.texts && filters_.shuffle && rule("shuffle")) {
                filters_.shuffle = false;
                lost.emplace_back("shuffle");
            }
        }
        if (settings_.stored.chunk) settings_.stored.lost_filters = std::move(lost);
        return {};
    }

    /// Drops all filters, because HDF5's filters would work on the addresses of texts.
    void take_all(std::vector<std::string>& lost) {
        filters_.shuffle = filters_.bit_shuffle = false; // shuffling texts changes nothing
        std::ranges::move(names_of(filters_), std::back_inserter(lost));
        filters_ = {};
    }

    /// Drops filters that cannot be kept, or not together. A requested filter stays; if both were requested, the copy is refused
    /// later.
    void take_what_does_not_fit(std::vector<std::string>& lost) {
        auto const& theirs = settings_.source.files.front().filters.scale_offset;
        if (theirs && theirs->digits && !filters_.scale_offset && !rule("scale-offset"))
            lost.push_back(
                fmt::format("scale-offset {0} (it would round the elements again; --scale-offset {0} does)", *theirs->digits));
        bool const by_element = filters_.nbit || filters_.scale_offset;
        if (!filters_.has_szip() || (has_blocks() && !by_element)) return;
        if (!rule("compress")) {
            lost.push_back(fmt::format("{}, which {}", filters_.compressor->name,
                                       by_element ? "works on whole elements" : "has blocks longer than a chunk"));
            filters_.compressor.reset();
        } else if (filters_.scale_offset && !rule("scale-offset")) {
            lost.emplace_back("scale-offset, which leaves no whole elements to szip");
            filters_.scale_offset.reset();
        } else if (filters_.nbit && !rule("nbit")) {
            lost.emplace_back("nbit, which leaves no whole elements to szip");
            filters_.nbit = false;
        }
    }

    /// Returns the option of a requested filter that only HDF5 has.
    [[nodiscard]] std::optional<std::string> asked_in_vain() const {
        if (filters_.has_szip() && rule("compress")) return "compress " + filters_.compressor->name;
        for (auto const& [option, on] : {std::pair{"scale-offset", filters_.scale_offset.has_value()},
                                         std::pair{"nbit", filters_.nbit}, std::pair{"fletcher32", filters_.fletcher32}})
            if (on && rule(option)) return option;
        return std::nullopt;
    }

    ArrayCopySettings& settings_;
    std::string const& name_;
    OptionValues const& given_;
    ChunkFilters& filters_;
};

} // namespace

ChunkFilters kept_filters(ChunkFilters const& source) {
    ChunkFilters kept = source;
    if (kept.scale_offset && kept.scale_offset->digits) kept.scale_offset.reset();
    return kept;
}

Result<void> choose_filters(ArrayCopySettings& settings, std::string const& name, OptionValues const& given) {
    return FilterChoice(settings, name, given).choose();
}

} // namespace tessera
