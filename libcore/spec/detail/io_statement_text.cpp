// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes `io read A(...) ...`.
#include "libcore/spec/detail/directive_text.hpp"
#include "libcore/spec/detail/io_statements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tessera::notation {

namespace {

std::string index_text(RankIndex const& index, std::string const& dummy) {
    constexpr Index least = std::numeric_limits<Index>::min();
    if (index.per_rank == 0) return integer_text(index.at);
    if (index.per_rank < 0 && index.per_rank != least)
        return fmt::format("{}-{}*{}", integer_text(index.at), -index.per_rank, dummy);
    std::string const factor = integer_text(index.per_rank);
    return fmt::format("{}+{}*{}", integer_text(index.at), index.per_rank > 0 ? factor : fmt::format("({})", factor), dummy);
}

std::string range_text(RankTriplet const& range, std::string const& dummy) {
    std::string text = range.first ? index_text(*range.first, dummy) : "";
    if (range.scalar) return text;
    text += ":" + (range.last ? index_text(*range.last, dummy) : "");
    return range.stride == 1 ? text : fmt::format("{}:{}", text, integer_text(range.stride));
}

std::string section_text(IoStatement const& statement, ArraySpec const& array) {
    std::string const dummy = statement.each ? statement.each->dummy : "p";
    std::vector<std::string> ranges;
    for (RankTriplet const& range : statement.section) ranges.push_back(range_text(range, dummy));
    if (ranges.empty()) return array.name;
    if (array.order == StorageOrder::C) return fmt::format("{}[{}]", array.name, fmt::join(ranges, "]["));
    return fmt::format("{}({})", array.name, fmt::join(ranges, ","));
}

std::string size_text(Index bytes) {
    constexpr Index kibi = 1024;
    if (bytes == 0 || bytes % kibi != 0) return fmt::to_string(bytes);
    return bytes % (kibi * kibi) == 0 ? fmt::format("{}MiB", bytes / (kibi * kibi)) : fmt::format("{}KiB", bytes / kibi);
}

std::string domains_text(IoStatement const& statement) {
    std::string const kind(name_of(*statement.domains));
    return statement.block ? fmt::format("{}({})", kind, *statement.block) : kind;
}

} // namespace

std::string io_text(IoStatement const& statement, ArraySpec const& array) {
    std::string text = fmt::format("io {} {}", name_of(statement.direction), section_text(statement, array));
    auto const add = [&](std::string_view clause, auto const& value) { text += fmt::format(" {}({})", clause, value); };
    if (statement.each) add("for", fmt::format("{}={}:{}", statement.each->dummy, statement.each->first, statement.each->last));
    if (!statement.state.empty()) add("state", statement.state);
    if (statement.order) add("order", *statement.order == StorageOrder::C ? "row" : "col");
    if (!statement.chunk.empty()) add("chunk", fmt::format("{}", fmt::join(statement.chunk, ",")));
    if (statement.access) add("access", name_of(*statement.access));
    if (statement.domains) add("domains", domains_text(statement));
    if (statement.aggregators) add("aggregators", *statement.aggregators);
    if (statement.memory) add("memory", size_text(*statement.memory));
    return text;
}

} // namespace tessera::notation
