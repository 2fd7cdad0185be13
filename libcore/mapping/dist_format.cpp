// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of dist-formats: one Rule for each kind.
#include "libcore/mapping/dist_format.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/floor_sum.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/mapping/division.hpp"
#include "libcore/sets/run.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>

namespace tessera {
namespace {

/// All that Tessera knows about one kind of format:
/// - `info`: its words;
/// - divide(format, extent, coords): the owners of the indices, or the error of a format that does not fit;
/// - equal_block(format, extent, coords): see DistFormat::equal_block; absent if blocks never have one length;
/// - owner_words(format, question): the step from a position to its owner.
template <class Kind>
struct Rule;

std::string minus_lower(OwnerQuestion const& question) {
    auto const [position, lower] = std::pair{question.position, question.lower};
    if (lower == 0) return fmt::format("{}", position);
    return lower > 0 ? fmt::format("({}-{})", position + lower, lower) : fmt::format("({}+{})", position + lower, -lower);
}

/// Returns "4 to 6 are block 1" for the block of the owner that begins at a 0-based position.
std::string block_words(OwnerQuestion const& question, Run block) {
    return fmt::format("{} to {} are block {}", question.lower + block.begin, question.lower + block.end - 1, question.owner);
}

/// Blocks of one length, the last one perhaps shorter, one per coordinate.
class EqualBorders final : public BorderFormula {
  public:
    EqualBorders(Index size, Index period) : size_(size), period_(period) {}
    [[nodiscard]] Index begin(Index coord) const override { return coord > period_ / size_ ? period_ : coord * size_; }
    [[nodiscard]] Index owner(Index index) const override { return index / size_; }
    [[nodiscard]] Index owners() const override { return ceil_div(period_, size_); }

  private:
    Index size_;
    Index period_;
};

template <>
struct Rule<DistFormat::Block> {
    static constexpr std::array<std::string_view, 1> common = {"block"};
    static constexpr FormatInfo info{
        .name = "block",
        .notation = "block, block(m)",
        .explanation = "Each processor gets one block of consecutive indices. All blocks have the same length; the last may be "
                       "shorter.",
        .common = common,
        .pattern = FormatPattern::Blocks,
        .argument = FormatArgument::Size,
        .make = [](FormatArguments arguments) { return DistFormat::block(arguments.size); }};

    static Index least(Index extent, Index coords) { return std::max<Index>(ceil_div(extent, coords), 1); }

    static std::optional<Index> equal_block(DistFormat::Block const& format, Index extent, Index coords) {
        return format.size.value_or(least(extent, coords));
    }

    static Result<Division> divide(DistFormat::Block const& format, Index extent, Index coords) {
        Index const size = format.size.value_or(least(extent, coords));
        if (size < 1) return fail(fmt::format("block({}): the block size must be 1 or more", size));
        if (ceil_div(extent, size) > coords)
            return fail(fmt::format("block({}) on {} covers {} of {} indices; use block({}) or larger, or cyclic({})", size,
                                    counted(coords, "processor"), size * coords, extent, least(extent, coords), size),
                        std::nullopt, {fmt::format("block({})", least(extent, coords)), fmt::format("cyclic({})", size)});
        return Division{extent, std::make_shared<EqualBorders>(size, extent)};
    }

    static std::string owner_words(DistFormat::Block const& format, OwnerQuestion const& question) {
        Index const size = format.size.value_or(least(question.extent, question.coords));
        return fmt::format("block({}): {}/{} = block {}", size, minus_lower(question), size, question.position / size);
    }
};

template <>
struct Rule<DistFormat::Cyclic> {
    static constexpr std::array<std::string_view, 4> common = {"cyclic", "cyclic(2)", "cyclic(4)", "cyclic(8)"};
    static constexpr FormatInfo info{.name = "cyclic",
                                     .notation = "cyclic, cyclic(m)",
                                     .explanation =
                                         "Indices are dealt like cards, one at a time or k at a time, until none is left.",
                                     .common = common,
                                     .pattern = FormatPattern::Cycles,
                                     .argument = FormatArgument::Size,
                                     .make = [](FormatArguments arguments) { return DistFormat::cyclic(arguments.size); }};

    static std::optional<Index> equal_block(DistFormat::Cyclic const& format, Index /*extent*/, Index /*coords*/) {
        return format.size.value_or(1);
    }

    static Result<Division> divide(DistFormat::Cyclic const& format, Index extent, Index coords) {
        Index const size = format.size.value_or(1);
        if (size < 1) return fail(fmt::format("cyclic({}): the block size must be 1 or more", size));
        if (coords == 1) return Division{extent, std::make_shared<EqualBorders>(std::max<Index>(extent, 1), extent)};
        Index const period = std::min(checked_mul(size, coords).value_or(extent), extent);
        return Division{period, std::make_shared<EqualBorders>(size, period)};
    }

    static std::string owner_words(DistFormat::Cyclic const& format, OwnerQuestion const& question) {
        Index const size = format.size.value_or(1);
        Index const block = question.position / size;
        return fmt::format("cyclic({}): {}/{} = block {}; {} mod {} = {}", size, minus_lower(question), size, block, block,
                           question.coords, block % question.coords);
    }
};

/// Blocks of two sizes that differ by one. The extent % coords longer blocks come first or last.
class TwoSizeBorders final : public BorderFormula {
  public:
    TwoSizeBorders(Index extent, Index coords, bool longer_first)
        : head_(longer_first ? extent % coords : coords - extent % coords), head_size_(extent / coords + (longer_first ? 1 : 0)),
          tail_size_(extent / coords + (longer_first ? 0 : 1)), owners_(std::min(extent, coords)) {}
    [[nodiscard]] Index begin(Index coord) const override {
        return std::min(coord, head_) * head_size_ + std::max<Index>(coord - head_, 0) * tail_size_;
    }
    [[nodiscard]] Index owner(Index index) const override {
        Index const behind = index - head_ * head_size_;
        return behind < 0 ? index / head_size_ : head_ + behind / tail_size_;
    }
    [[nodiscard]] Index owners() const override { return owners_; }

  private:
    Index head_; // number of blocks of the first size
    Index head_size_;
    Index tail_size_;
    Index owners_;
};

/// Block c begins at floor(c*n/P).
class FloorBorders final : public BorderFormula {
  public:
    FloorBorders(Index extent, Index coords) : extent_(extent), coords_(coords) {}
    [[nodiscard]] Index begin(Index coord) const override { return static_cast<Index>(WideIndex{coord} * extent_ / coords_); }
    // floor(c*n/P) <= i means c*n < (i + 1)*P; the owner is the largest such c.
    [[nodiscard]] Index owner(Index index) const override {
        return static_cast<Index>(((WideIndex{index} + 1) * coords_ - 1) / extent_);
    }
    [[nodiscard]] Index owners() const override { return std::min(extent_, coords_); }

  private:
    Index extent_;
    Index coords_;
};

template <>
struct Rule<DistFormat::Even> {
    static constexpr std::array<std::string_view, 1> common = {"even"};
    static constexpr std::array<std::string_view, 3> rules = {"first", "last", "floor"}; // in the order of EvenRule
    static constexpr FormatInfo info{
        .name = "even",
        .notation = "even, even(first|last|floor)",
        .explanation = "Each processor gets one block of consecutive indices. The lengths of the blocks differ by at most one.",
        .common = common,
        .pattern = FormatPattern::Blocks,
        .argument = FormatArgument::Word,
        .words = rules,
        .hpf = false,
        .make = [](FormatArguments arguments) {
            return arguments.word ? DistFormat::even(static_cast<EvenRule>(*arguments.word)) : DistFormat::even();
        }};

    static EvenRule rule_of(DistFormat::Even const& format) { return format.rule.value_or(EvenRule::First); }

    static std::shared_ptr<BorderFormula const> borders(DistFormat::Even const& format, Index extent, Index coords) {
        EvenRule const rule = rule_of(format);
        if (rule == EvenRule::Floor) return std::make_shared<FloorBorders>(extent, coords);
        return std::make_shared<TwoSizeBorders>(extent, coords, rule == EvenRule::First);
    }

    static std::optional<Index> equal_block(DistFormat::Even const& /*format*/, Index extent, Index coords) {
        return extent > 0 && extent % coords == 0 ? std::optional(extent / coords) : std::nullopt;
    }

    static Result<Division> divide(DistFormat::Even const& format, Index extent, Index coords) {
        return Division{extent, borders(format, extent, coords)};
    }

    static std::string owner_words(DistFormat::Even const& format, OwnerQuestion const& question) {
        auto const [position, lower, extent, coords, owner] = question;
        auto const formula = borders(format, extent, coords);
        std::string const block = block_words(question, {formula->begin(owner), formula->begin(owner + 1)});
        EvenRule const rule = rule_of(format);
        std::string_view const word = rules[static_cast<std::size_t>(rule)];
        if (rule == EvenRule::Floor)
            return fmt::format("even(floor): block {} begins at {}floor({}*{}/{}); {}", owner,
                               lower == 0 ? "" : fmt::format("{}+", lower), owner, extent, coords, block);
        Index const longer = extent % coords;
        std::string const rest = longer == 0 ? "" : fmt::format(", 1 more in the {} {}", word, counted(longer, "block"));
        return fmt::format("even({}): {} per block{}; {}", word, extent / coords, rest, block);
    }
};

template <>
struct Rule<DistFormat::GenBlock> {
    static constexpr FormatInfo info{
        .name = "gen_block",
        .notation = "gen_block(...)",
        .explanation = "Each processor gets one block of consecutive indices. A list gives the lengths of the blocks.",
        .pattern = FormatPattern::Blocks,
        .argument = FormatArgument::List,
        .make = [](FormatArguments arguments) { return DistFormat{DistFormat::GenBlock{std::move(arguments.list)}}; }};

    static Result<void> check(std::vector<Index> const& sizes, Index extent, Index coords) {
        if (std::ssize(sizes) != coords)
            return fail(
                fmt::format("gen_block: the number of sizes is {}, but there are {} processors; give one size per processor",
                            sizes.size(), coords));
        Index left = extent;
        for (std::size_t c = 0; c < sizes.size(); ++c) {
            if (sizes[c] < 0) return fail(fmt::format("gen_block: size {} is {}; sizes must be 0 or more", c + 1, sizes[c]));
            if (sizes[c] > left)
                return fail(
                    fmt::format("gen_block: the first {} sizes exceed the {} indices of the dimension; the sizes must sum to {}",
                                c + 1, extent, extent));
            left -= sizes[c];
        }
        if (left > 0)
            return fail(fmt::format("gen_block: the sizes sum to {}, but the dimension has {} indices; they must be equal",
                                    extent - left, extent));
        return {};
    }

    static Result<Division> divide(DistFormat::GenBlock const& format, Index extent, Index coords) {
        std::vector<Index> const& sizes = format.list.values;
        TRY(check(sizes, extent, coords));
        Division division{extent};
        Index start = 0;
        for (Index c = 0; c < coords; start += sizes[as_size(c++)])
            if (sizes[as_size(c)] > 0) division.segments.push_back({start, c});
        return division;
    }

    static std::string owner_words(DistFormat::GenBlock const& format, OwnerQuestion const& question) {
        Index begin = 0;
        for (Index c = 0; c < question.owner; ++c) begin += format.list.values[as_size(c)];
        return "gen_block: " + block_words(question, {begin, begin + format.list.values[as_size(question.owner)]});
    }
};

template <>
struct Rule<DistFormat::Indirect> {
    static constexpr FormatInfo info{
        .name = "indirect",
        .notation = "indirect(...)",
        .explanation = "A list names the processor of each index.",
        .pattern = FormatPattern::Listed,
        .argument = FormatArgument::Coordinates,
        .make = [](FormatArguments arguments) { return DistFormat{DistFormat::Indirect{std::move(arguments.list)}}; }};

    static Result<Division> divide(DistFormat::Indirect const& format, Index extent, Index coords) {
        std::vector<Index> const& owners = format.list.values;
        if (std::ssize(owners) != extent)
            return fail(
                fmt::format("indirect: the number of owners is {}, but the dimension has {} indices; give one owner per index",
                            owners.size(), extent));
        auto const outside = std::ranges::find_if(owners, [=](Index owner) { return owner < 0 || owner >= coords; });
        if (outside != owners.end())
            return fail(fmt::format("indirect: owner {} is coordinate {}; coordinates here are 0 to {}, counted from 0",
                                    outside - owners.begin() + 1, *outside, coords - 1));
        Division division{extent};
        for (Index i = 0; i < extent; ++i)
            if (i == 0 || owners[as_size(i)] != owners[as_size(i - 1)]) division.segments.push_back({i, owners[as_size(i)]});
        return division;
    }

    static std::string owner_words(DistFormat::Indirect const& /*format*/, OwnerQuestion const& question) {
        return fmt::format("indirect: the list says {} there", question.owner);
    }
};

template <>
struct Rule<DistFormat::Collapsed> {
    static constexpr std::array<std::string_view, 1> common = {"*"};
    static constexpr FormatInfo info{.name = "*",
                                     .notation = "*",
                                     .explanation = "This dimension is not divided: a processor holds all of it or none.",
                                     .common = common,
                                     .pattern = FormatPattern::Whole,
                                     .make = [](FormatArguments /*arguments*/) { return DistFormat::collapsed(); }};

    static Result<Division> divide(DistFormat::Collapsed const& /*format*/, Index extent, Index /*coords*/) {
        return Division{extent, std::make_shared<EqualBorders>(std::max<Index>(extent, 1), extent)};
    }

    static std::string owner_words(DistFormat::Collapsed const& /*format*/, OwnerQuestion const& /*question*/) {
        return "not distributed";
    }
};

template <class... Kinds>
constexpr std::array<FormatInfo, sizeof...(Kinds)> infos_of(std::variant<Kinds...> const* /*kinds*/) {
    return {Rule<Kinds>::info...};
}

constexpr auto infos = infos_of(static_cast<decltype(DistFormat::kind) const*>(nullptr));

/// Calls visit(rule, kind) with the Rule of the format.
template <class Visit>
auto with_rule(DistFormat const& format, Visit const& visit) {
    return std::visit([&]<class Kind>(Kind const& kind) { return visit(Rule<Kind>{}, kind); }, format.kind);
}

template <class Format>
auto* list_of(Format& format) {
    using List = std::conditional_t<std::is_const_v<Format>, ValueList const, ValueList>;
    return std::visit(
        [](auto& kind) -> List* {
            if constexpr (requires { kind.list; })
                return &kind.list;
            else
                return nullptr;
        },
        format.kind);
}

} // namespace

std::span<FormatInfo const> dist_formats() {
    return infos;
}

FormatInfo const& DistFormat::info() const {
    return infos[kind.index()];
}

std::optional<Index> DistFormat::size() const {
    return std::visit(
        [](auto const& each) -> std::optional<Index> {
            if constexpr (requires { each.size; })
                return each.size;
            else
                return std::nullopt;
        },
        kind);
}

std::optional<std::size_t> DistFormat::word() const {
    return std::visit(
        [](auto const& each) -> std::optional<std::size_t> {
            if constexpr (requires { each.rule; }) {
                if (each.rule) return static_cast<std::size_t>(*each.rule);
            }
            return std::nullopt;
        },
        kind);
}

ValueList const* DistFormat::list() const {
    return list_of(*this);
}

ValueList* DistFormat::list() {
    return list_of(*this);
}

void DistFormat::forget_file() {
    if (ValueList* const own = list()) own->file.clear();
}

Result<Division> DistFormat::divide(Index extent, Index coords) const {
    return with_rule(*this, [&](auto rule, auto const& each) { return rule.divide(each, extent, coords); });
}

std::optional<Index> DistFormat::equal_block(Index extent, Index coords) const {
    return with_rule(*this, [&](auto rule, auto const& each) -> std::optional<Index> {
        if constexpr (requires { rule.equal_block(each, extent, coords); })
            return rule.equal_block(each, extent, coords);
        else
            return std::nullopt;
    });
}

std::string owner_words(DistFormat const& format, OwnerQuestion const& question) {
    return with_rule(format, [&](auto rule, auto const& each) { return rule.owner_words(each, question); });
}

} // namespace tessera
