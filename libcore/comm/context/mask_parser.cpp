// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses the text of a mask.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/context/detail/mask_tree.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace tessera::detail {
namespace {

using Kind = MaskNode::Kind;

constexpr Index largest = Index{1} << 62;

struct MaskWord {
    std::string text; // lower case; empty at the end
    int column = 1;
};

constexpr std::array<std::string_view, 6> long_signs{"<=", ">=", "==", "!=", "/=", "&&"};

/// Splits a mask into words.
std::vector<MaskWord> words_of(std::string_view text) {
    std::vector<MaskWord> words;
    for (std::size_t at = 0; at < text.size();) {
        auto const is = [&](std::size_t i, auto const& kind) {
            return i < text.size() && kind(static_cast<unsigned char>(text[i]));
        };
        auto const alnum = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        std::size_t end = at + 1;
        if (is(at, [](unsigned char c) { return std::isspace(c) != 0; })) {
            at = end;
            continue;
        }
        if (is(at, alnum))
            while (is(end, alnum)) ++end;
        else if (text.substr(at, 2) == "||" || std::ranges::find(long_signs, text.substr(at, 2)) != long_signs.end())
            end = at + 2;
        std::string word(text.substr(at, end - at));
        std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        words.push_back({std::move(word), static_cast<int>(at) + 1});
        at = end;
    }
    words.push_back({"", static_cast<int>(text.size()) + 1});
    return words;
}

Index floored(Index a, Index b) {
    return b > 0 ? floor_div(a, b) : floor_div(-a, -b);
}

/// Returns the range of the result of an operation on two ranges, or nothing if it may exceed 64 bits.
std::optional<std::pair<Index, Index>> range_of(Kind kind, MaskNode const& a, MaskNode const& b) {
    if (kind == Kind::Remainder) return b.least > 0 ? std::pair{Index{0}, b.most - 1} : std::pair{b.least + 1, Index{0}};
    std::optional<std::pair<Index, Index>> range;
    for (Index const x : {a.least, a.most}) {
        for (Index const y : {b.least, b.most}) {
            auto const value = kind == Kind::Add        ? checked_add(x, y)
                               : kind == Kind::Subtract ? checked_sub(x, y)
                               : kind == Kind::Multiply ? checked_mul(x, y)
                                                        : std::optional(floored(x, y));
            if (!value || *value < -largest || *value > largest) return std::nullopt;
            range = range ? std::pair{std::min(range->first, *value), std::max(range->second, *value)} : std::pair{*value, *value};
        }
    }
    return range;
}

/// Recursive descent: or, and, not, comparisons, + and -, * and / and %, signs, and primary expressions.
class MaskParser {
  public:
    MaskParser(std::string_view text, ArraySpec const& array, std::string_view source)
        : text_(text), array_(array), source_(source), words_(words_of(text)) {}

    Result<MaskTree> parse() {
        auto const root = TRY(disjunction());
        if (!word().text.empty()) return wrong(fmt::format("'{}' is not expected here", word().text));
        if (!tree_.node(root).is_condition()) {
            next_ = 0;
            return wrong("this is a number; a mask is a condition, e.g. i > 1 and i < 10");
        }
        return std::move(tree_);
    }

  private:
    using Made = Result<int>; // a node

    [[nodiscard]] MaskWord const& word() const { return words_[next_]; }
    bool take(std::initializer_list<std::string_view> texts) {
        if (std::ranges::find(texts, std::string_view(word().text)) == texts.end()) return false;
        ++next_;
        return true;
    }
    /// Makes an error at the next word, or at the one before it.
    [[nodiscard]] tl::unexpected<Error> wrong(std::string message, bool before = false) const {
        MaskWord const& at = words_[next_ - (before && next_ > 0 ? 1 : 0)];
        SourceLocation const where{.file = std::string(source_),
                                   .column = at.column,
                                   .length = std::max(static_cast<int>(at.text.size()), 1),
                                   .text = std::string(text_)};
        return tl::unexpected<Error>(Error{std::move(message), where});
    }
    int add(MaskNode node) {
        tree_.nodes.push_back(node);
        return tree_.root();
    }
    int add_condition(Kind kind, int left, int right = -1) {
        return add({.kind = kind, .left = left, .right = right, .least = 0, .most = 1});
    }

    /// Checks that the node is a condition, or is a number. `before`: the joining word has already been read.
    Result<void> expect(bool condition, int node) const {
        if (tree_.node(node).is_condition() == condition) return {};
        return wrong(condition ? "and, or, not need conditions; here is a number"
                               : "arithmetic and comparisons need numbers; here is a condition",
                     true);
    }
    template <class Operand>
    Made joined(Kind kind, std::initializer_list<std::string_view> signs, Operand const& operand) {
        auto left = operand();
        while (left && take(signs)) {
            TRY(expect(true, *left));
            auto const right = operand();
            if (!right) return right;
            TRY(expect(true, *right));
            left = add_condition(kind, *left, *right);
        }
        return left;
    }

    // Limit the nesting of parentheses and signs, which use recursion.
    Made disjunction() {
        if (++depth_ > 100) return wrong("more than a hundred parentheses are nested");
        auto const made = joined(Kind::Or, {"or", "||"}, [&] { return conjunction(); });
        --depth_;
        return made;
    }
    Made conjunction() {
        return joined(Kind::And, {"and", "&&"}, [&] { return negation(); });
    }
    Made negation() {
        int denials = 0;
        while (take({"not", "!"})) ++denials;
        auto const condition = comparison();
        if (!condition || denials == 0) return condition;
        TRY(expect(true, *condition));
        return denials % 2 == 1 ? Made(add_condition(Kind::Not, *condition)) : condition;
    }
    /// Parses chains: a < b < c means a < b and b < c.
    Made comparison() {
        auto left = sum();
        std::optional<int> chain;
        while (left && std::ranges::find(compare_signs, word().text) != compare_signs.end()) {
            std::string const sign = word().text;
            ++next_;
            TRY(expect(false, *left));
            auto const right = sum();
            if (!right) return right;
            TRY(expect(false, *right));
            int const compared = compare(sign, *left, *right);
            chain = chain ? add_condition(Kind::And, *chain, compared) : compared;
            left = right;
        }
        return left && chain ? Made(*chain) : left;
    }
    int compare(std::string_view sign, int left, int right) {
        if (sign == "<") return add_condition(Kind::Less, left, right);
        if (sign == ">") return add_condition(Kind::Less, right, left);
        if (sign == "<=") return add_condition(Kind::LessEqual, left, right);
        if (sign == ">=") return add_condition(Kind::LessEqual, right, left);
        int const equal = add_condition(Kind::Equal, left, right);
        return sign == "==" || sign == "=" ? equal : add_condition(Kind::Not, equal);
    }
    Made sum() {
        return computed({{"+", Kind::Add}, {"-", Kind::Subtract}}, [&] { return product(); });
    }
    Made product() {
        return computed({{"*", Kind::Multiply}, {"/", Kind::Divide}, {"%", Kind::Remainder}, {"mod", Kind::Remainder}},
                        [&] { return factor(); });
    }
    template <class Operand>
    Made computed(std::initializer_list<std::pair<std::string_view, Kind>> signs, Operand const& operand) {
        auto left = operand();
        for (;;) {
            auto const* const found =
                std::ranges::find(signs, std::string_view(word().text), [](auto const& sign) { return sign.first; });
            if (!left || found == signs.end()) return left;
            std::size_t const sign = next_++;
            auto const right = operand();
            if (!right) return right;
            left = compute(found->second, *left, *right, sign);
        }
    }
    Made compute(Kind kind, int left, int right, std::size_t sign) {
        for (int const operand : {left, right}) TRY(expect(false, operand));
        MaskNode const& a = tree_.node(left);
        MaskNode const& b = tree_.node(right);
        auto const at_sign = [&](std::string message) {
            next_ = sign;
            return wrong(std::move(message));
        };
        if ((kind == Kind::Divide || kind == Kind::Remainder) && b.least <= 0 && b.most >= 0)
            return at_sign("the divisor may be 0, and division by 0 is not defined");
        auto const range = range_of(kind, a, b);
        if (!range) return at_sign("this may need more than 64 bits");
        return add({.kind = kind, .left = left, .right = right, .least = range->first, .most = range->second});
    }
    Made factor() {
        if (take({"+"})) return factor();
        if (!take({"-"})) return operand();
        if (++depth_ > 100) return wrong("more than a hundred signs are nested");
        auto const made = factor();
        --depth_;
        if (!made) return made;
        TRY(expect(false, *made));
        MaskNode const& value = tree_.node(*made);
        return add({.kind = Kind::Negate, .left = *made, .least = -value.most, .most = -value.least});
    }
    Made operand() {
        std::string const& text = word().text;
        if (take({"("})) {
            auto const inner = disjunction();
            if (!inner) return inner;
            if (!take({")"})) return wrong("expected )");
            return inner;
        }
        if (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0) return number(text);
        if (auto const dim = subscript(text)) {
            ++next_;
            Index const lower = array_.lower[as_size(*dim)];
            Index const most = lower + std::max<Index>(array_.extents[as_size(*dim)], 1) - 1;
            return add({.kind = Kind::Subscript, .number = *dim, .least = lower, .most = most});
        }
        return wrong(text.empty() ? "expected a condition" : fmt::format("'{}' is not known here; {}", text, what_is_known()));
    }
    Made number(std::string const& text) {
        Index value = 0;
        auto const [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc{} || end != text.data() + text.size() || value > largest)
            return wrong(fmt::format("'{}' is not a whole number up to 2^62", text));
        ++next_;
        return add({.kind = Kind::Number, .number = value, .least = value, .most = value});
    }
    /// Returns the dimension of a subscript: i, j, k, ... up to o, or i1, i2, ...
    [[nodiscard]] std::optional<Index> subscript(std::string const& text) const {
        Index dim = -1;
        if (text.size() == 1 && text[0] >= 'i' && text[0] <= 'o') dim = text[0] - 'i';
        if (text.size() > 1 && text[0] == 'i') {
            auto const [end, code] = std::from_chars(text.data() + 1, text.data() + text.size(), dim);
            dim = code == std::errc{} && end == text.data() + text.size() ? dim - 1 : -1;
        }
        return dim >= 0 && dim < array_.dims() ? std::optional(dim) : std::nullopt;
    }
    [[nodiscard]] std::string what_is_known() const {
        if (array_.dims() == 1) return fmt::format("the index of {} is i", array_.name);
        std::string names;
        for (int d = 0; d < std::min(array_.dims(), 7); ++d)
            names += fmt::format("{}{}", d == 0 ? "" : ", ", static_cast<char>('i' + d));
        return fmt::format("the indices of {} are {}", array_.name, array_.dims() > 7 ? std::string("i1, i2, ...") : names);
    }

    static constexpr std::array<std::string_view, 8> compare_signs{"<", "<=", ">", ">=", "==", "=", "!=", "/="};

    std::string_view text_;
    ArraySpec const& array_;
    std::string_view source_;
    std::vector<MaskWord> words_;
    std::size_t next_ = 0;
    int depth_ = 0;
    MaskTree tree_;
};

} // namespace

Result<MaskTree> parse_mask(std::string_view text, ArraySpec const& array, std::string_view source) {
    return MaskParser(text, array, source).parse();
}

} // namespace tessera::detail
