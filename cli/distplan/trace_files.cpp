// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --export-trace and --export-paje, which write the steps of a schedule for trace viewers.
#include "cli/distplan/trace_files.hpp"

#include "cli/common/new_file.hpp"
#include "libcore/report/messages/schedule_report.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>

namespace tessera::cli {

char const* requested_trace(Arguments const& arguments) {
    for (char const* option : trace_options)
        if (arguments.has(option)) return option;
    return nullptr;
}

Result<void> export_traces(Tool const& tool, RatedSchedule const& rated) {
    using Writer = void (*)(RatedSchedule const&, Sink const&);
    for (auto const& [option, write] :
         {std::pair<char const*, Writer>{trace_options[0], schedule_chrome_trace}, {trace_options[1], schedule_paje_trace}}) {
        auto const path = tool.arguments.text(option);
        if (!path) continue;
        std::string const content = written_text([&](Sink const& sink) { write(rated, sink); });
        if (auto const written = write_new_file(*path, content, tool.arguments.has("force")); !written) return written;
        tool.messages.note(fmt::format("wrote {}", *path));
    }
    return {};
}

} // namespace tessera::cli
