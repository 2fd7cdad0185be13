// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans of file access as JSON.
#include "libcore/report/files/io_report.hpp"
#include "libcore/report/json_parts.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>

namespace tessera {
namespace {

std::string_view name_of(IoKind kind) {
    switch (kind) {
    case IoKind::Read:
        return "read";
    case IoKind::Write:
        return "write";
    case IoKind::Update:
        return "update";
    }
    return "";
}

/// Writes the members that methods and ranks have in common.
void write_totals(JsonWriter& json, IoTotals const& totals, Index element) {
    json.entry("requests", totals.requests());
    json.entry("elements_accessed", totals.bytes() / element);
    json.entry("elements_useful", totals.useful / element);
    json.entry("bytes", totals.bytes());
    json.entry("reads", totals.reads);
    json.entry("writes", totals.writes);
    json.entry("messages", totals.sends);
    json.entry("message_bytes", totals.bytes_sent);
    json.entry("memory", totals.memory);
}

void write_time(JsonWriter& json, std::optional<IoTime> const& time) {
    json.entry("time", time ? std::optional(time->total()) : std::nullopt);
}

void write_left_out(JsonWriter& json, std::vector<ExcludedMethod> const& left_out) {
    if (left_out.empty()) return;
    json.key("left_out");
    json.begin_array();
    for (ExcludedMethod const& each : left_out) {
        json.begin_object();
        json.entry("name", each.name);
        json.entry("steps", each.steps);
        json.end_object();
    }
    json.end_array();
}

void write_methods(JsonWriter& json, IoChoice const& choice, Index element) {
    json.key("methods");
    json.begin_list();
    for (std::size_t i = 0; i < choice.candidates.size(); ++i) {
        IoCandidate const& each = choice.candidates[i];
        json.begin_object();
        json.entry("name", each.name);
        json.entry("chosen", i == choice.best);
        json.entry("races", each.plan.has_races());
        write_totals(json, each.plan.totals(), element);
        write_time(json, each.time);
        json.end_object();
    }
    json.end_array();
}

void write_domains(JsonWriter& json, IoPlan const& plan) {
    json.key("domains");
    json.begin_list();
    if (TwoPhase const* const two_phase = plan.two_phase())
        for (Index a = 0; a < two_phase->domains().count(); ++a) {
            json.begin_object();
            json.entry("rank", Index{two_phase->domains().ranks()[as_size(a)]});
            json.key("positions");
            write_set(json, two_phase->domains().domain(a), 0);
            json.end_object();
        }
    json.end_array();
}

void write_ranks(JsonWriter& json, IoPlan const& plan) {
    json.key("ranks");
    json.begin_list();
    for (RankTotals const& each : plan.ranks()) {
        json.begin_object();
        json.entry("rank", Index{each.rank});
        write_totals(json, each.totals, plan.fad().layout().element_bytes());
        json.end_object();
    }
    json.end_array();
}

/// Writes the requests, and then the messages, of one phase. Both lists are sorted by phase.
class PhaseWriter {
  public:
    explicit PhaseWriter(IoPlan const& plan) {
        plan.for_each_request([this](IoRequest const& request) { requests_.push_back(request); });
        plan.for_each_message([this](IoMessage const& message) { messages_.push_back(message); });
        std::ranges::stable_sort(requests_, {}, &IoRequest::phase);
        std::ranges::stable_sort(messages_, {}, &IoMessage::phase);
    }

    void write(JsonWriter& json, Index phases) const {
        auto request = requests_.begin();
        auto message = messages_.begin();
        for (Index phase = 0; phase < phases; ++phase) {
            json.begin_object();
            json.key("requests");
            json.begin_array();
            for (; request != requests_.end() && request->phase == phase; ++request) write(json, *request);
            json.end_array();
            json.key("messages");
            json.begin_array();
            for (; message != messages_.end() && message->phase == phase; ++message)
                json.value(std::span<Index const>(std::array{Index{message->from}, Index{message->to}, message->bytes}));
            json.end_array();
            json.end_object();
        }
    }

  private:
    static void write(JsonWriter& json, IoRequest const& request) {
        json.begin_object();
        json.entry("rank", Index{request.rank});
        json.entry("kind", name_of(request.kind));
        json.entry("first", request.bytes.begin);
        json.entry("bytes", request.bytes.size());
        json.entry("useful", request.useful);
        json.end_object();
    }

    std::vector<IoRequest> requests_;
    std::vector<IoMessage> messages_;
};

} // namespace

void io_json(IoReport const& report, Sink const& sink) {
    IoCandidate const& chosen = report.choice.candidates[report.choice.best];
    Index const element = report.task.fad->layout().element_bytes();
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.io/1");
    json.key("array");
    write_array(json, report.task.array);
    json.entry("statement", describe(report.task.statement, report.task.array));
    json.entry("access", chosen.name);
    json.entry("reason", report.choice.reason);
    write_totals(json, chosen.plan.totals(), element);
    write_time(json, chosen.time);
    write_methods(json, report.choice, element);
    write_left_out(json, report.choice.left_out);
    write_ranks(json, chosen.plan);
    write_domains(json, chosen.plan);
    json.key("phases");
    json.begin_list();
    if (chosen.plan.settings().access != Access::Direct) PhaseWriter(chosen.plan).write(json, chosen.plan.phases());
    json.end_array();
    json.end_object();
}

} // namespace tessera
