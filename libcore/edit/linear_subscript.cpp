// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts of an alignment subscript.
#include "libcore/edit/linear_subscript.hpp"

#include "libcore/spec/words.hpp"

#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

/// One of the terms of the sum in a subscript: "+2*i", "-i*3", "i", "7".
struct Term {
    Index factor = 1;
    std::string dummy; ///< empty: a number alone
};

/// Parses terms in order from a text without blanks.
class Terms {
  public:
    explicit Terms(std::string_view text) : rest_(text) {}
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

    /// Returns the next term, or nothing if no term begins here. All terms but the first must begin with a sign.
    std::optional<Term> next() {
        bool const negative = rest_.starts_with('-');
        bool const sign = negative || rest_.starts_with('+');
        if (sign) rest_.remove_prefix(1);
        if (!sign && !first_) return std::nullopt;
        first_ = false;
        auto number = take_number();
        Term term{1, {}};
        if (number && take_times()) term.dummy = take_word();
        if (!number) {
            term.dummy = take_word();
            if (take_times())
                number = take_number();
            else if (!term.dummy.empty())
                number = 1;
        }
        if (!number || missing_) return std::nullopt;
        term.factor = negative ? -*number : *number;
        return term;
    }

  private:
    std::optional<Index> take_number() {
        Index number = 0;
        if (rest_.empty() || !notation::is_digit(rest_.front())) return std::nullopt;
        auto const [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (error != std::errc()) return std::nullopt; // exceeds 64 bits
        rest_.remove_prefix(as_size(end - rest_.data()));
        return number;
    }
    std::string take_word() {
        std::size_t length = 0;
        if (!rest_.empty() && notation::is_letter(rest_.front()) && rest_.front() != '_')
            while (length < rest_.size() && (notation::is_letter(rest_[length]) || notation::is_digit(rest_[length]))) ++length;
        missing_ = missing_ || length == 0;
        std::string word(rest_.substr(0, length));
        rest_.remove_prefix(length);
        return word;
    }
    bool take_times() {
        if (!rest_.starts_with('*')) return false;
        rest_.remove_prefix(1);
        return true;
    }

    std::string_view rest_;
    bool first_ = true;
    bool missing_ = false; ///< a word was expected but missing
};

std::string without_blanks(std::string_view text) {
    std::string plain(text);
    std::erase(plain, ' ');
    return plain;
}

} // namespace

std::optional<LinearSubscript> read_subscript(std::string_view text) {
    std::string const plain = without_blanks(text);
    if (plain == "*") return LinearSubscript{LinearSubscript::Kind::Replicated, {}, 1, 0};
    LinearSubscript found{LinearSubscript::Kind::Fixed, {}, 1, 0};
    bool has_number = false;
    for (Terms terms(plain); !terms.at_end();) {
        auto const term = terms.next();
        if (!term) return std::nullopt;
        bool const again = term->dummy.empty() ? std::exchange(has_number, true) : !found.dummy.empty();
        if (again) return std::nullopt;
        if (term->dummy.empty()) {
            found.offset = term->factor;
        } else {
            found.kind = LinearSubscript::Kind::Linear;
            found.dummy = term->dummy;
            found.stride = term->factor;
        }
    }
    return found.dummy.empty() && !has_number ? std::nullopt : std::optional(found);
}

std::string write_subscript(LinearSubscript const& subscript) {
    if (subscript.kind == LinearSubscript::Kind::Replicated) return "*";
    if (subscript.kind == LinearSubscript::Kind::Fixed) return fmt::format("{}", subscript.offset);
    std::string const term = subscript.stride == 1    ? subscript.dummy
                             : subscript.stride == -1 ? "-" + subscript.dummy
                                                      : fmt::format("{}*{}", subscript.stride, subscript.dummy);
    return subscript.offset == 0 ? term : fmt::format("{}{:+}", term, subscript.offset);
}

} // namespace tessera
