// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times of file access next to ours, as text and JSON.
#include "cli/distbench/io_comparison.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

std::string_view name_of(PublishedMethod method) {
    switch (method) {
    case PublishedMethod::DirectPerElement:
    case PublishedMethod::DirectPerRun:
        return "direct";
    case PublishedMethod::Sieve:
        return "sieve";
    case PublishedMethod::Static:
        return "static";
    case PublishedMethod::Dynamic:
        return "dynamic";
    }
    return "";
}

bool has_counts(PublishedIo const& published) {
    return published.table.front().cells.front().requests.has_value();
}
/// Returns whether the table is 6.7 or 6.8: the same method on different numbers of processors.
bool scales(PublishedIo const& published) {
    return published.table.front().cells.front().ranks != published.table.front().cells.back().ranks;
}
bool in_chapter_five(PublishedIo const& published) {
    return published.table.front().cells.front().method == PublishedMethod::DirectPerElement;
}

/// Returns "(1:100, 1+10p:100+10p)", almost as printed.
std::string section_text(std::string_view section) {
    std::string text(section);
    for (auto const& [ours, printed] :
         {std::pair<std::string_view, std::string_view>{"number_of_processors()", "P"}, {"*p", "p"}, {",", ", "}})
        for (std::size_t at = text.find(ours); at != std::string::npos; at = text.find(ours, at + printed.size()))
            text.replace(at, ours.size(), printed);
    return "(" + text + ")";
}

std::string seconds_text(double seconds) {
    return fmt::format("{:.{}f}", seconds, seconds < 10 ? 3 : seconds < 100 ? 2 : 1);
}

std::string ratio_text(double ours, double paper) {
    return fmt::format("{:.2f}", ours / paper);
}

std::string method_text(PublishedIo const& published, PublishedCell const& cell) {
    std::string text(name_of(cell.method));
    if (in_chapter_five(published) && !has_counts(published)) text += cell.direction == IoDirection::Read ? " read" : " write";
    return text;
}

void write_heading(IoComparison const& comparison, Sink const& sink) {
    PublishedIo const& published = comparison.published;
    sink(fmt::format("Thakur 1995, {}\n", published.title));
    std::string const array = fmt::format("real A({},{}), stored column by column", published.rows, published.columns);
    if (in_chapter_five(published))
        sink(fmt::format("{}: the local array of each of 64 processors.\n", array));
    else
        sink(fmt::format("{}; processor p of {} wants the section.\n", array, scales(published) ? "P" : "16"));
    sink("\n");
}

/// Writes tables 5.2 and 6.1 to 6.6: a line for each method.
void write_times(IoComparison const& comparison, Sink const& sink) {
    PublishedIo const& published = comparison.published;
    constexpr auto left = TextTable::Align::Left;
    TextTable table(
        {{"", left}, {"section", left}, {"method", left}, {"requests"}, {"elements"}, {"paper, s"}, {"predicted"}, {"ratio"}},
        sink);
    for (std::size_t row = 0; row < published.table.size(); ++row) {
        PublishedRow const& printed = published.table[row];
        for (std::size_t i = 0; i < printed.cells.size(); ++i) {
            PlannedCell const& ours = comparison.planned[row][i];
            double const paper = *printed.cells[i].seconds;
            table.add({i == 0 ? std::string(printed.number) : "", i == 0 ? section_text(printed.section) : "",
                       method_text(published, printed.cells[i]), grouped(ours.requests), grouped(ours.elements),
                       seconds_text(paper), seconds_text(ours.seconds), ratio_text(ours.seconds, paper)});
        }
    }
    table.finish();
}

/// Writes table 5.3.
void write_counts(IoComparison const& comparison, Sink const& sink) {
    PublishedIo const& published = comparison.published;
    constexpr auto left = TextTable::Align::Left;
    TextTable table({{"", left}, {"section", left}, {"method", left}, {"requests: paper"}, {"ours"}, {"elements: paper"}, {"ours"}},
                    sink);
    Index equal = 0;
    Index all = 0;
    for (std::size_t row = 0; row < published.table.size(); ++row) {
        PublishedRow const& printed = published.table[row];
        for (std::size_t i = 0; i < printed.cells.size(); ++i) {
            PlannedCell const& ours = comparison.planned[row][i];
            PublishedCell const& paper = printed.cells[i];
            equal += (*paper.requests == ours.requests ? 1 : 0) + (*paper.elements == ours.elements ? 1 : 0);
            all += 2;
            table.add({i == 0 ? std::string(printed.number) : "", i == 0 ? section_text(printed.section) : "",
                       method_text(published, paper), grouped(*paper.requests), grouped(ours.requests), grouped(*paper.elements),
                       grouped(ours.elements)});
        }
    }
    table.finish();
    sink(fmt::format("\n{} of {} numbers are the same.\n", equal, all));
}

/// Writes tables 6.7 and 6.8: a block for each section, a line for each number of processors.
void write_scaling(IoComparison const& comparison, Sink const& sink) {
    PublishedIo const& published = comparison.published;
    for (std::size_t row = 0; row < published.table.size(); ++row) {
        PublishedRow const& printed = published.table[row];
        sink(fmt::format("{}{}, {} {}\n", row == 0 ? "" : "\n", printed.number,
                         printed.cells.front().direction == IoDirection::Read ? "reading" : "writing",
                         section_text(printed.section)));
        TextTable table({{"P"},
                         {"direct: requests"},
                         {"paper, s"},
                         {"predicted"},
                         {"ratio"},
                         {"dynamic: requests"},
                         {"paper, s"},
                         {"predicted"},
                         {"ratio"}},
                        sink);
        for (std::size_t i = 0; i < printed.cells.size(); i += 2) {
            std::vector<std::string> line{fmt::to_string(printed.cells[i].ranks)};
            for (std::size_t cell = i; cell < i + 2; ++cell) {
                PlannedCell const& ours = comparison.planned[row][cell];
                double const paper = *printed.cells[cell].seconds;
                line.insert(line.end(), {grouped(ours.requests), seconds_text(paper), seconds_text(ours.seconds),
                                         ratio_text(ours.seconds, paper)});
            }
            table.add(std::move(line));
        }
        table.finish();
    }
}

/// Returns whether the cells are alternatives: the same section, direction and number of processors.
bool compete(PublishedCell const& a, PublishedCell const& b) {
    return a.ranks == b.ranks && a.direction == b.direction;
}

/// Writes the number of cases in which the fastest published method is also the fastest by prediction.
void write_winners(IoComparison const& comparison, Sink const& sink) {
    Index cases = 0;
    Index same = 0;
    for (std::size_t row = 0; row < comparison.planned.size(); ++row) {
        auto const& cells = comparison.published.table[row].cells;
        auto const& ours = comparison.planned[row];
        for (std::size_t first = 0; first < cells.size();) {
            std::size_t end = first + 1;
            std::size_t measured = first;
            std::size_t predicted = first;
            for (; end < cells.size() && compete(cells[first], cells[end]); ++end) {
                if (*cells[end].seconds < *cells[measured].seconds) measured = end;
                if (ours[end].seconds < ours[predicted].seconds) predicted = end;
            }
            bool const tie = *cells[predicted].seconds == *cells[measured].seconds;
            ++cases;
            same += measured == predicted || tie ? 1 : 0;
            first = end;
        }
    }
    sink(fmt::format("\nThe fastest method of the paper is the fastest by prediction, too, in {} of {} cases.\n", same, cases));
}

/// Writes the smallest, largest and mean ratio of each method.
void write_ratios(IoComparison const& comparison, Sink const& sink) {
    for (PublishedMethod const method : {PublishedMethod::DirectPerElement, PublishedMethod::Sieve, PublishedMethod::DirectPerRun,
                                         PublishedMethod::Static, PublishedMethod::Dynamic}) {
        std::vector<double> logarithms;
        for (std::size_t row = 0; row < comparison.planned.size(); ++row)
            for (std::size_t i = 0; i < comparison.planned[row].size(); ++i)
                if (PublishedCell const& cell = comparison.published.table[row].cells[i]; cell.method == method)
                    logarithms.push_back(std::log(comparison.planned[row][i].seconds / *cell.seconds));
        if (logarithms.empty()) continue;
        double sum = 0;
        for (double const each : logarithms) sum += each;
        sink(fmt::format("Ratio of {}: {:.2f} to {:.2f}, geometric mean {:.2f}.\n", name_of(method),
                         std::exp(std::ranges::min(logarithms)), std::exp(std::ranges::max(logarithms)),
                         std::exp(sum / static_cast<double>(logarithms.size()))));
    }
}

void write_explanation(IoComparison const& comparison, Sink const& sink) {
    PublishedIo const& published = comparison.published;
    if (in_chapter_five(published))
        sink("\ndirect: a request for each element. sieve: slabs of 16 columns, from the first to the\n"
             "last column of the section; a slab that is written is read before.\n");
    else
        sink("\ndirect: a request for each run of a column. static, dynamic: two-phase, file domains of\n"
             "whole columns, read a column at a time; what is written is read before, unless it is full.\n"
             "requests, elements: of all processors together, counted; the paper does not give them.\n");
    if (!has_counts(published))
        sink(fmt::format("predicted: {}; a request and a byte cost what one processor\n"
                         "paid at one disk (5.5.1). Left out: a disk reads whole blocks of 4 KiB, and the next\n"
                         "seven of them; processors wait for each other. Nothing is fitted to the table.\n",
                         comparison.machine));
    if (!published.note.empty()) sink(fmt::format("{}\n", published.note));
}

void write_cell(JsonWriter& json, PublishedRow const& row, PublishedCell const& cell, PlannedCell const& ours) {
    json.begin_object();
    json.entry("row", row.number);
    json.entry("section", row.section);
    json.entry("direction", tessera::name_of(cell.direction));
    json.entry("ranks", Index{cell.ranks});
    json.entry("method", name_of(cell.method));
    if (cell.requests) json.entry("published_requests", *cell.requests);
    json.entry("requests", ours.requests);
    if (cell.elements) json.entry("published_elements", *cell.elements);
    json.entry("elements", ours.elements);
    if (cell.seconds) {
        json.entry("measured", *cell.seconds);
        json.entry("predicted", ours.seconds);
        json.entry("ratio", ours.seconds / *cell.seconds);
    }
    json.end_object();
}

} // namespace

void io_table_text(IoComparison const& comparison, Sink const& sink) {
    write_heading(comparison, sink);
    if (has_counts(comparison.published)) {
        write_counts(comparison, sink);
    } else {
        (scales(comparison.published) ? write_scaling : write_times)(comparison, sink);
        write_winners(comparison, sink);
        write_ratios(comparison, sink);
    }
    write_explanation(comparison, sink);
}

void io_table_json(IoComparison const& comparison, Sink const& sink) {
    PublishedIo const& published = comparison.published;
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.io-table/1");
    json.entry("table", published.name);
    json.entry("title", published.title);
    json.entry("shape", Extents{published.rows, published.columns});
    json.entry("machine", comparison.machine);
    json.key("cells");
    json.begin_list();
    for (std::size_t row = 0; row < published.table.size(); ++row)
        for (std::size_t i = 0; i < published.table[row].cells.size(); ++i)
            write_cell(json, published.table[row], published.table[row].cells[i], comparison.planned[row][i]);
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
