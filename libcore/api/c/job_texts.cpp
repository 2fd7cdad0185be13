// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of the C interface as mappings, jobs and copies.
#include "libcore/api/c/job_texts.hpp"

#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/words.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <utility>

namespace tessera::api {
namespace {

/// Returns the options of the readers, which take "@file" lists from the current folder or below.
Result<ParseOptions> reader_options(Index ranks) {
    static ListFiles const lists(".");
    constexpr Index most = std::numeric_limits<Rank>::max();
    if (ranks < 0 || ranks > most) return fail(fmt::format("ranks: a job has between 1 and {} ranks, not {}", most, ranks));
    return ParseOptions{ranks > 0 ? std::optional(ranks) : std::nullopt, &lists};
}

bool is_blank(std::string const& text) {
    return std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; });
}

Result<Job> parse_texts(CompactJob const& compact, Index ranks) {
    auto const options = TRY(reader_options(ranks));
    return parse_compact(compact, options);
}

/// Returns the name of the array in one side of a copy: the last name before a parenthesis, as in sum(A(i,:)), or the only name.
/// Empty if there is none.
std::string array_name(std::string const& side) {
    auto const is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    std::string name;
    for (auto at = std::ranges::find_if(side, is_part); at != side.end();) {
        auto const end = std::find_if_not(at, side.end(), is_part);
        auto const next = std::find_if_not(end, side.end(), [](unsigned char c) { return std::isspace(c) != 0; });
        if (name.empty() || (next != side.end() && *next == '(')) name.assign(at, end);
        at = std::find_if(end, side.end(), is_part);
    }
    return name;
}

/// Returns a mapping that gives one rank the whole array.
std::string on_one_rank(ArraySpec const& array) {
    std::string formats = "(block";
    for (int d = 1; d < array.dims(); ++d) formats += ",*";
    return formats + ")";
}

} // namespace

Result<MappingSpec> parse_mapping(std::string const& array, std::string const& mapping, Index ranks) {
    if (is_blank(array)) return fail("the array is empty; expected a declaration such as real8 A(1024,1024)");
    if (is_blank(mapping)) return fail("the mapping is empty; expected one such as (block,*) onto P(4)");
    auto job = parse_texts({{array}, mapping, "", {}}, ranks);
    if (!job) {
        Error error = job.error();
        if (error.where && error.where->file == "--from") error.where->file = "mapping";
        return tl::unexpected(std::move(error));
    }
    return job->arrays.front().states.front();
}

Result<Job> parse_move(std::string const& array, std::string const& from, std::string const& to, Index ranks) {
    if (is_blank(array)) return fail("the array is empty; expected a declaration such as real8 A(1024,1024)");
    if (is_blank(from) || is_blank(to)) return fail("a mapping is empty; expected one such as (block,*) onto P(4)");
    return parse_texts({{array}, from, to, {}}, ranks);
}

Result<Job> parse_job_text(std::string const& text, std::string const& name, Index ranks) {
    auto const options = TRY(reader_options(ranks));
    return parse_job(text, name, options);
}

Result<CopyMap> parse_copy_between(std::string const& text, ArraySpec source, ArraySpec target) {
    auto const equals = text.find('=');
    if (equals == std::string::npos) return fail(fmt::format("copy: '{}' has no '='; expected one such as B(j,i)=A(i,j)", text));
    target.name = array_name(text.substr(0, equals));
    source.name = array_name(text.substr(equals + 1));
    if (target.name.empty() || source.name.empty())
        return fail(fmt::format("copy: '{}' does not name two arrays; expected one such as B(j,i)=A(i,j)", text));
    if (notation::same_word(target.name, source.name))
        return fail(fmt::format("copy: '{}' gives both arrays one name; call them B and A, as in B(j,i)=A(i,j)", text));
    auto const job = TRY(parse_texts({{describe(source), describe(target)}, on_one_rank(source), on_one_rank(target), {text}}, 1));
    CopyMap const& map = job.copies.front().map;
    if (map.reshapes()) return fail(fmt::format("copy: '{}' reshapes; a plan of the library keeps the shape of an array", text));
    return map;
}

} // namespace tessera::api
