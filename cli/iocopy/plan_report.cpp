// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about the plan of one array's copy.
#include "cli/iocopy/plan_report.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/iocopy/outcome.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/file_stripes.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

std::string size(double bytes) {
    constexpr double most = 9e18; // short_bytes() also formats numbers above 64 bits
    return bytes < most ? scaled_bytes(saturated_round(bytes)) : short_bytes(bytes);
}

std::string memory_text(CopyPlan const& plan, CopyTask const& task) {
    std::string const whose = task.ranks > 1 ? fmt::format("each of {}", counted(task.ranks, "rank")) : "1 rank";
    std::string text = fmt::format("{} for {}: {} for a part, {} between file and part", scaled_bytes(task.memory), whose,
                                   scaled_bytes(plan.part_bytes), scaled_bytes(plan.staging));
    if (plan.piece_bytes > 0)
        text +=
            fmt::format(", {} for pieces and messages", scaled_bytes(plan.piece_bytes + plan.share_bytes + received_bytes(plan)));
    if (task.target.whole_chunks) text += ", and what encoded chunks take";
    return text;
}

/// Returns a text about threads; empty if there is one thread per rank.
std::string threads_text(CopyPlan const& plan, CopyTask const& task) {
    if (task.threads == 1) return "";
    std::string const text =
        fmt::format("{} {}to decode and encode chunks", counted(plan.threads, "thread"), task.ranks > 1 ? "of each rank " : "");
    return plan.threads == task.threads ? text : text + fmt::format("; for {} there is no room in the memory", task.threads);
}

std::string parts_text(ArrayCopySettings const& settings, CopyPlan const& plan, CopyTask const& task) {
    Index const count = CopyParts(task.target, plan.part).count();
    std::string const text = fmt::format("{} of {}", counted(count, "part"), part_text(settings, plan.part));
    if (plan.piece_bytes == 0) return text + ", each read and written by one rank";
    return fmt::format("{}; {} at a time are read by {}, divided along dimension {} ({} domains)", text, task.ranks,
                       counted(plan.aggregators, "rank"), plan.read_dim + 1, name_of(plan.domains));
}

std::string about(std::string const& number) {
    return "about " + number;
}

void ways_table(PlanChoice const& choice, Sink const& sink) {
    constexpr auto right = TextTable::Align::Right;
    TextTable table({{"  access", TextTable::Align::Left},
                     {"reads", right},
                     {"bytes", right},
                     {"writes", right},
                     {"bytes", right},
                     {"messages", right},
                     {"bytes", right},
                     {"cost", right}},
                    sink);
    for (PlanChoice::Way const& way : choice.ways) {
        bool const taken = way.access == choice.chosen.access;
        std::string const name = fmt::format("{} {}", taken ? "*" : " ", name_of(way.access));
        if (!way.plan) {
            table.add({name + ": too little memory", "", "", "", "", "", "", ""});
            continue;
        }
        CopyPlan const& plan = *way.plan;
        auto const& [reads, writes] = *way.forecast;
        bool const sends = plan.messages.requests > 0;
        table.add({name, requests_text(reads), bytes_text(reads), requests_text(writes), bytes_text(writes),
                   sends ? about(grouped(saturated_round(plan.messages.requests))) : "", sends ? size(plan.messages.bytes) : "",
                   size(plan.cost)});
    }
    table.finish();
}

void way_json(JsonWriter& json, PlanChoice::Way const& way, PlanChoice const& choice) {
    json.begin_object();
    json.entry("access", name_of(way.access));
    json.entry("chosen", way.access == choice.chosen.access);
    json.entry("fits", way.plan.has_value());
    if (way.plan) {
        json.entry("part", std::span<Index const>(way.plan->part));
        demand_json(json, "reads", way.forecast->reads);
        demand_json(json, "writes", way.forecast->writes);
        IoDemand const& messages = way.plan->messages;
        demand_json(json, "messages",
                    {{saturated_round(messages.requests), saturated_round(messages.bytes)}, messages.requests == 0});
        json.entry("cost", saturated_round(way.plan->cost));
    }
    json.end_object();
}

PlanChoice::Way const* way_of(PlanChoice const& choice, Access access) {
    auto const way = std::ranges::find(choice.ways, access, &PlanChoice::Way::access);
    return way != choice.ways.end() && way->plan ? &*way : nullptr;
}

std::string requests_of(PlanChoice::Way const& way) {
    auto const& [reads, writes] = *way.forecast;
    std::string const number = counted(saturated_add(reads.counts.requests, writes.counts.requests), "request");
    return reads.exact && writes.exact ? number : about(number);
}

/// Returns the bytes of the target's elements.
Index bytes_made(ArrayCopySettings const& settings) {
    return saturated_mul(saturated_product(settings.made.extents), settings.made.type.bytes);
}

/// Returns the time that --bandwidth allows at least, over all passes; nothing without a limit.
std::optional<double> least_seconds(ArrayCopySettings const& settings, PassForecasts const& passes) {
    if (settings.options.bandwidth == 0) return std::nullopt;
    bool const twice = passes.takes_two && passes.two && !passes.two->made;
    double const bytes = static_cast<double>(bytes_of_a_copy) * static_cast<double>(bytes_made(settings)) * (twice ? 2 : 1);
    return bytes / static_cast<double>(settings.options.bandwidth);
}

/// Stripes of the source and target files. The first local file stands for all.
struct StripesOfBoth {
    FileStripes source;
    FileStripes target;
};

StripesOfBoth stripes_of_both(ArrayCopySettings const& settings) {
    return {stripes_of(settings.source.files.front().path, settings.source.bytes()),
            stripes_of(settings.to.path, bytes_made(settings))};
}

void stripes_json(JsonWriter& json, std::string_view name, FileStripes const& stripes) {
    json.key(name);
    json.begin_object();
    json.entry("system", stripes.system.empty() ? std::nullopt : std::optional(stripes.system));
    json.entry("size", stripes.size > 0 ? std::optional(stripes.size) : std::nullopt);
    json.entry("count", stripes.count > 0 ? std::optional(stripes.count) : std::nullopt);
    json.end_object();
}

std::string reason_of_access(ArrayCopySettings const& settings, PlanChoice const& choice) {
    CopyPlan const& plan = choice.chosen;
    if (settings.options.access) return fmt::format("{} is what --access asks for", name_of(plan.access));
    std::string text = fmt::format("{} needs {} in all; a request costs as much as moving {}", name_of(plan.access),
                                   requests_of(*way_of(choice, plan.access)), scaled_bytes(bytes_of_a_request));
    Access const rival = plan.access == Access::TwoPhase ? Access::Sieve : Access::TwoPhase;
    auto const* const other = way_of(choice, rival);
    if (other == nullptr) return text;
    return text + fmt::format(". {} needs {} and would {}", name_of(rival), requests_of(*other),
                              rival == Access::TwoPhase
                                  ? fmt::format("send {} between the ranks", size(other->plan->messages.bytes))
                                  : std::string("send nothing"));
}

} // namespace

std::string reason(ArrayCopySettings const& settings, PlanChoice const& choice) {
    std::string const access = reason_of_access(settings, choice);
    return choice.too_much ? fmt::format("in one pass {}. In the second of two {}", *choice.too_much, access) : access;
}

void plan_text(ArrayCopySettings const& settings, CopyTask const& task, PlanChoice const& choice, bool explain, Sink const& sink) {
    sink(fmt::format("{} -> {}\n", source_text(settings), target_text(settings)));
    if (!settings.chunk_reason.empty()) sink(fmt::format("  chunks    {}\n", settings.chunk_reason));
    if (choice.too_much) sink(fmt::format("  passes    two, of which this is the second; in one {}\n", *choice.too_much));
    sink(fmt::format("  parts     {}\n", parts_text(settings, choice.chosen, task)));
    sink(fmt::format("  memory    {}\n", memory_text(choice.chosen, task)));
    CopyJob const job = settings.job();
    sink(space_line(disk_space({&job, 1}), "are"));
    if (auto const threads = threads_text(choice.chosen, task); !threads.empty()) sink(fmt::format("  threads   {}\n", threads));
    if (auto const least = least_seconds(settings, choice.passes))
        sink(fmt::format("  time      at least {}, for --bandwidth {}/s\n", short_seconds(*least),
                         scaled_bytes(settings.options.bandwidth)));
    auto const [source, target] = stripes_of_both(settings);
    if (explain || source.size > 0 || target.size > 0)
        sink(fmt::format("  stripes   of the source: {}; of the target: {}\n", describe(source), describe(target)));
    if (explain) sink(fmt::format("  because   {}\n", reason_of_access(settings, choice)));
    sink(fmt::format("\n{} the best parts for each access method. cost: estimated time, as bytes that could be moved in it.\n\n",
                     choice.too_much ? "In the second pass, with" : "With"));
    ways_table(choice, sink);
    pass_table(choice.passes, sink);
}

void plan_json(ArrayCopySettings const& settings, CopyTask const& task, PlanChoice const& choice, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.copyplan/1");
    json.entry("source", source_text(settings));
    json.entry("target", target_text(settings));
    if (!settings.chunk_reason.empty()) json.entry("chunk_reason", settings.chunk_reason);
    json.entry("ranks", Index{task.ranks});
    json.entry("memory", task.memory * task.ranks);
    json.entry("parts", CopyParts(task.target, choice.chosen.part).count());
    json.entry("part", std::span<Index const>(choice.chosen.part));
    json.entry("unit", std::span<Index const>(choice.chosen.unit));
    json.entry("part_bytes", choice.chosen.part_bytes);
    json.entry("staging_bytes", choice.chosen.staging);
    json.entry("threads", Index{choice.chosen.threads});
    CopyJob const job = settings.job();
    space_json(json, disk_space({&job, 1}));
    if (auto const least = least_seconds(settings, choice.passes)) json.entry("least_seconds", *least);
    auto const stripes = stripes_of_both(settings);
    stripes_json(json, "source_stripes", stripes.source);
    stripes_json(json, "target_stripes", stripes.target);
    json.entry("reason", reason(settings, choice));
    json.key("ways");
    json.begin_list();
    for (PlanChoice::Way const& way : choice.ways) way_json(json, way, choice);
    json.end_array();
    passes_json(json, choice.passes);
    json.end_object();
}

} // namespace tessera::cli
