// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted schedules in the trace formats of viewers.
#include "libcore/report/json_writer.hpp"
#include "libcore/report/messages/schedule_report.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

constexpr double unit_step = 1e-3; // in seconds, if no time is known

double length_of(RatedSchedule const& rated, int step) {
    return rated.cost.steps[as_size(step)].time.value_or(unit_step);
}

constexpr std::string_view paje_header = R"(%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 2
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 3
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeSetState 4
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajeStartLink 5
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 6
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
0 J 0 "Job"
0 R J "Rank"
1 S R "State"
2 M J R R "Message"
3 0.0 job J 0 "job"
)";

/// Writes states and link starts at the beginning of the step, and link ends at its end. Events must ascend in time.
void write_paje_step(RatedSchedule const& rated, int step, double start, double end, Index& key, Sink const& sink) {
    MessageSet const& messages = rated.schedule->messages();
    std::string ends;
    int last_sender = -1;
    rated.schedule->for_each_transfer(step, [&](Transfer const& t) {
        Rank const from = messages.rank(t.from);
        Rank const to = messages.rank(t.to);
        if (t.from != last_sender) sink(fmt::format("4 {:.9f} S rank{} \"step {}\"\n", start, from, step + 1));
        last_sender = t.from;
        sink(fmt::format("5 {:.9f} M job rank{} \"{} B\" {}\n", start, from, t.bytes, key));
        ends += fmt::format("6 {:.9f} M job rank{} \"{} B\" {}\n", end, to, t.bytes, key);
        ++key;
    });
    sink(ends);
    rated.schedule->for_each_transfer(step, [&, last = -1](Transfer const& t) mutable {
        if (t.from != last) sink(fmt::format("4 {:.9f} S rank{} \"idle\"\n", end, messages.rank(t.from)));
        last = t.from;
    });
}

} // namespace

void schedule_chrome_trace(RatedSchedule const& rated, Sink const& sink) {
    MessageSet const& messages = rated.schedule->messages();
    JsonWriter json(sink);
    json.begin_object();
    json.entry("displayTimeUnit", "ms");
    json.key("traceEvents");
    json.begin_list();
    double start = 0;
    for (int step = 0; step < rated.schedule->steps(); ++step) {
        double const length = length_of(rated, step);
        rated.schedule->for_each_transfer(step, [&](Transfer const& t) {
            json.begin_object();
            json.entry("name", fmt::format("to {}", messages.rank(t.to)));
            json.entry("cat", fmt::format("step {}", step + 1));
            json.entry("ph", "X");
            json.entry("pid", Index{0});
            json.entry("tid", Index{messages.rank(t.from)});
            json.entry("ts", start * 1e6);
            json.entry("dur", length * 1e6);
            json.key("args");
            json.begin_object();
            json.entry("bytes", t.bytes);
            json.entry("to", Index{messages.rank(t.to)});
            json.end_object();
            json.end_object();
        });
        start += length;
    }
    json.end_array();
    json.end_object();
}

void schedule_paje_trace(RatedSchedule const& rated, Sink const& sink) {
    MessageSet const& messages = rated.schedule->messages();
    sink(paje_header);
    for (int position = 0; position < messages.size(); ++position)
        sink(fmt::format("3 0.0 rank{0} R job \"rank {0}\"\n4 0.0 S rank{0} \"idle\"\n", messages.rank(position)));
    double start = 0;
    Index key = 0;
    for (int step = 0; step < rated.schedule->steps(); ++step) {
        double const end = start + length_of(rated, step);
        write_paje_step(rated, step, start, end, key, sink);
        start = end;
    }
}

} // namespace tessera
