// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what must hold for every text, sense or nonsense.
#include "tests/fuzz/notation_check.hpp"

#include "libcore/spec/outline.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace tessera::fuzz {

namespace {

/// The text of one @file list.
class OneList final : public FileReader {
  public:
    Result<std::string> read(std::string const& path) const override {
        if (path.empty()) return fail("no name");
        return std::string("3, 1\n4 x\n").substr(0, path.size() % 9);
    }
};

[[noreturn]] void give_up(std::string_view text, std::string const& why) {
    std::fprintf(stderr, "%s\n--- the input:\n%.*s\n", why.c_str(), static_cast<int>(text.size()), text.data());
    std::abort();
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines(1);
    for (char const c : text) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    for (std::string& line : lines)
        if (line.ends_with('\r')) line.pop_back();
    return lines;
}

/// The place lies in the text (or just behind a line's end), and the line shown is the one meant.
bool is_inside(SourceLocation const& span, std::string_view text) {
    auto const lines = lines_of(text);
    if (span.line < 1 || span.line > static_cast<int>(lines.size())) return false;
    auto const length = static_cast<int>(lines[static_cast<std::size_t>(span.line - 1)].size());
    bool const begins = span.column >= 1 && span.column <= length + 1;
    bool const ends = span.length >= 1 && span.column + span.length <= length + 2;
    return begins && ends && static_cast<int>(span.text.size()) == length;
}

void check_error(Error const& error, std::string_view name, std::string_view text) {
    if (error.message.empty() || error.message.ends_with('\n')) give_up(text, "an error without a message");
    if (!error.where) give_up(text, "an error without a place: " + error.message);
    if (error.where->file == name && !is_inside(*error.where, text)) give_up(text, "an error outside the text: " + error.message);
    if (to_string(error).empty()) give_up(text, "an error that cannot be shown");
}

void check_job_file(std::string_view text) {
    OneList const files;
    ParseOptions const options{6, &files};
    auto const job = parse_job(text, "fuzz.hpf", options);
    if (!job) return check_error(job.error(), "fuzz.hpf", text);
    std::string const written = write_hpf(*job);
    auto const again = parse_job(written, "written.hpf", options);
    if (!again) give_up(text, "what was written is not understood:\n" + written + to_string(again.error()));
    bool const same_files = again->io == job->io && again->io_statements == job->io_statements && again->program == job->program;
    if (again->arrays != job->arrays || again->copies != job->copies || !same_files)
        give_up(text, "what was written says something else:\n" + written);
}

/// Its lists lie inside the text, one behind the other, and in statements that hold them.
void check_outline(std::string_view text) {
    for (OutlineList const& list : outline(text)) {
        if (list.items.empty()) give_up(text, "a list of nothing");
        if (list.statement.begin >= list.statement.end || list.statement.end > text.size()) give_up(text, "a statement outside");
        std::size_t at = list.statement.begin;
        for (OutlineItem const& item : list.items) {
            auto const [begin, end] = item.range;
            if (begin < at || end <= begin || end > list.statement.end) give_up(text, "an entry outside its statement");
            bool const whole = text.substr(begin, end - begin) == item.text;
            bool const continued = text.substr(begin, end - begin).find('\n') != std::string_view::npos;
            if (!whole && !continued) give_up(text, "an entry that does not stand where it says: " + item.text);
            at = end;
        }
    }
}

/// Some errors of the command line are about what is missing and have no place.
void check_option_error(Error const& error, std::string_view option, std::string_view text) {
    if (error.where && error.where->file == option) check_error(error, option, text);
}

} // namespace

void check_job(std::string_view text) {
    check_job_file(text);
    check_outline(text);
}

void check_options(std::string_view text) {
    auto const lines = lines_of(text);
    std::string const& line = lines.front();
    ArraySpec const matrix{"A", {}, {1, -3}, {30, 20}, StorageOrder::Fortran, {}};
    OneList const files;
    ParseOptions const options{6, &files};
    CompactJob const as_array{{line}, "(block,*) onto P(2)", "", {}};
    CompactJob const as_mapping{{"real A(30,20)"}, line, lines.back(), {}};
    CompactJob const as_copy{{"real A(30,20), B(20,30)"}, "(block,*) onto P(2)", "(*,block) onto P", {line}};
    if (auto const job = parse_compact(as_array, options); !job) check_option_error(job.error(), "--array", line);
    if (auto const job = parse_compact(as_mapping, options); !job) check_option_error(job.error(), "--from", line);
    if (auto const job = parse_compact(as_copy, options); !job) check_option_error(job.error(), "--copy", line);
    if (auto const section = parse_section(line, matrix); !section) check_error(section.error(), "--section", line);
    if (auto const index = parse_index(line, matrix); !index) check_error(index.error(), "--at", line);
}

void check_notation(std::string_view text) {
    check_job(text);
    check_options(text);
}

} // namespace tessera::fuzz
