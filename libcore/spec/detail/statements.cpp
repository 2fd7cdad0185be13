// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sentinels, comments and continuation lines.
#include "libcore/spec/detail/statements.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/spec/words.hpp"

#include <array>
#include <optional>

namespace tessera::notation {

namespace {

struct SentinelWord {
    std::string_view word; // without the first character
    Sentinel sentinel;
};
constexpr std::array sentinel_words = {SentinelWord{"hpf$", Sentinel::Hpf}, SentinelWord{"dist$", Sentinel::Dist}};

/// One line, split into its parts.
struct Line {
    Sentinel sentinel = Sentinel::None;
    StatementLine part;
    bool continues_previous = false;
    bool continued = false; // ends with &
    int mark_column = 1;    // column of the mark that sets continues_previous
};

std::size_t first_nonblank(std::string_view text) {
    return std::min(text.find_first_not_of(" \t"), text.size());
}

/// Returns the sentinel at the beginning of `text` and its length; c and * only count in column 1.
std::optional<std::pair<Sentinel, std::size_t>> sentinel_at(std::string_view text, bool column_one) {
    if (text.empty()) return std::nullopt;
    char const mark = to_lower(text.front());
    if (mark != '!' && !(column_one && (mark == 'c' || mark == '*'))) return std::nullopt;
    for (auto const& [word, sentinel] : sentinel_words)
        if (same_word(text.substr(1, word.size()), word)) return std::pair{sentinel, word.size() + 1};
    return std::nullopt;
}

/// Returns whether a comment resembles a directive. Without this check a typing error such as `!hfp$` would silently drop the line.
bool looks_like_sentinel(std::string_view text) {
    auto const end = text.find('$');
    if (!text.starts_with('!') || end == std::string_view::npos || end > 6) return false;
    std::string_view const word = text.substr(1, end);
    return edit_distance(word, "hpf$") == 1 || edit_distance(word, "dist$") == 1;
}

/// Returns whether the line has `c` in column 1 and is not a statement. In free form `call f`, `c = 1` or `c(1) = 1` may begin
/// there.
bool is_fixed_comment(std::string_view line) {
    if (line.starts_with('*')) return true;
    if (line.empty() || to_lower(line.front()) != 'c') return false;
    std::size_t const next = line.find_first_not_of(" \t", 1);
    return next == std::string_view::npos || (next > 1 && line[next] != '=' && line[next] != '(');
}

/// Returns whether columns 1 to 5 hold blanks or a label and column 6 a continuation mark.
bool has_fixed_mark(std::string_view line) {
    return line.size() > 6 && first_nonblank(line) == 5 && line[5] != '!' && line[5] != '0' && !is_letter(line[5]);
}

/// A file with a c or * sentinel is in fixed form, where a `c` in column 1 begins a comment. A file with such comments, or with
/// marks in column 6, is also in fixed form unless a statement begins before column 7.
bool is_fixed_form(SourceText const& text) {
    bool seems_fixed = false;
    bool seems_free = false;
    for (std::string const& line : text.lines()) {
        if (!line.starts_with('!') && !line.starts_with(' ') && sentinel_at(line, true)) return true;
        std::size_t const blanks = first_nonblank(line);
        if (blanks == line.size() || line[blanks] == '!' || line[blanks] == '#') continue;
        bool const comment = is_fixed_comment(line);
        bool const mark = has_fixed_mark(line);
        seems_fixed = seems_fixed || comment || mark;
        seems_free = seems_free || (!comment && !mark && blanks < 6 && !is_digit(line[blanks]));
    }
    return seems_fixed && !seems_free;
}

/// Removes a trailing comment, blanks and `&` from the line. Text in quotes is kept.
void trim_end(Line& line) {
    std::string_view& text = line.part.text;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quote != '\0') {
            if (text[i] == quote) quote = '\0';
        } else if (text[i] == '\'' || text[i] == '"') {
            quote = text[i];
        } else if (text[i] == '!') {
            text = text.substr(0, i);
        }
    }
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    line.continued = text.ends_with('&');
    if (line.continued) text.remove_suffix(1);
}

void skip(Line& line, std::size_t characters) {
    line.part.column += static_cast<int>(characters);
    line.part.text.remove_prefix(characters);
}

/// Removes a leading continuation mark from a directive or a free-form line.
void trim_start(Line& line) {
    skip(line, first_nonblank(line.part.text));
    if (!line.part.text.starts_with('&')) return;
    line.continues_previous = true;
    line.mark_column = line.part.column;
    skip(line, 1);
}

/// In fixed form, column 6 (the first character of `text`) holds a continuation mark unless it is blank or zero. A letter begins
/// the directive instead, because free form may write `!hpf$processors`.
bool is_fixed_mark(std::string_view text) {
    return !text.empty() && text.front() != ' ' && text.front() != '\t' && text.front() != '0' && !is_letter(text.front());
}

std::optional<Line> directive_line(std::string_view text, int number) {
    std::size_t const blanks = first_nonblank(text);
    auto const found = sentinel_at(text.substr(blanks), blanks == 0);
    if (!found) return std::nullopt;
    Line line{found->first, {number, 1, text}};
    skip(line, blanks + found->second);
    if (line.part.column == 6 && line.part.text.starts_with('0')) skip(line, 1); // a zero counts as a blank
    if (line.part.column == 6 && is_fixed_mark(line.part.text)) {
        line.continues_previous = true;
        line.mark_column = 6;
        skip(line, 1);
    } else {
        trim_start(line);
    }
    trim_end(line);
    return line;
}

/// Returns an ordinary line; nothing if it is a comment.
std::optional<Line> program_line(std::string_view text, int number, bool fixed) {
    if (text.starts_with('*') || text.starts_with('#')) return std::nullopt;
    if (fixed && !text.empty() && to_lower(text.front()) == 'c') return std::nullopt;
    Line line{Sentinel::None, {number, 1, text}};
    if (fixed && text.size() > 5 && first_nonblank(text) == 5 && text[5] != '!' && text[5] != '0') {
        line.continues_previous = true;
        skip(line, 6);
    } else {
        trim_start(line);
    }
    trim_end(line);
    return line;
}

class Splitter {
  public:
    Splitter(SourceText const& text, Diagnostics& diagnostics)
        : text_(text), diagnostics_(diagnostics), fixed_(is_fixed_form(text)) {}

    std::vector<Statement> run() {
        int number = 0;
        for (std::string const& text : text_.lines()) add(text, ++number);
        if (open_) dangling();
        return std::move(statements_);
    }

  private:
    void add(std::string_view text, int number) {
        auto line = directive_line(text, number);
        if (!line) warn_about_slip(text, number);
        if (!line) line = program_line(text, number, fixed_);
        if (!line || (line->part.text.empty() && !line->continued && !line->continues_previous)) return;
        bool const directive = line->sentinel != Sentinel::None;
        bool const joins = !statements_.empty() && statements_.back().sentinel == line->sentinel;
        if (open_ && !joins) dangling();
        if (joins && (open_ || line->continues_previous)) {
            statements_.back().lines.push_back(line->part);
        } else {
            if (directive && line->continues_previous)
                diagnostics_.fail({&text_, number, line->mark_column, 1},
                                  "this line continues a directive, but there is none before it");
            statements_.push_back({line->sentinel, {line->part}});
        }
        open_ = line->continued;
    }

    void warn_about_slip(std::string_view text, int number) {
        std::size_t const blanks = first_nonblank(text);
        std::string_view const rest = text.substr(blanks);
        if (!looks_like_sentinel(rest)) return;
        auto const length = static_cast<int>(rest.find('$')) + 1;
        diagnostics_.fail({&text_, number, static_cast<int>(blanks) + 1, length},
                          "this is not a sentinel; write !hpf$ for HPF directives and !dist$ for Tessera directives");
    }

    /// The previous statement ended with `&`, but no line continued it. This is not an error in the program's own statements.
    void dangling() {
        open_ = false;
        StatementLine const& last = statements_.back().lines.back();
        if (statements_.back().sentinel == Sentinel::None) return;
        diagnostics_.fail({&text_, last.line, last.column + static_cast<int>(last.text.size()), 1},
                          "the directive is continued (&), but the next line does not repeat its sentinel");
    }

    SourceText const& text_;
    Diagnostics& diagnostics_;
    bool fixed_;
    bool open_ = false; // the last statement ended with &
    std::vector<Statement> statements_;
};

} // namespace

std::vector<Statement> split_statements(SourceText const& text, Diagnostics& diagnostics) {
    return Splitter(text, diagnostics).run();
}

} // namespace tessera::notation
