// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --view shards: boxes with the ranks that hold them.
#include "cli/common/job_loading.hpp"
#include "cli/common/terminal.hpp"
#include "cli/distplan/draw_view.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/scene/ownership/shard_boxes.hpp"
#include "libcore/spec/forms/form.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns the user's text if it is a form, with its names of mesh axes. Otherwise returns the mapping in JAX's form, if that is
/// possible.
std::string form_text(Arguments const& arguments, DrawnState const& state) {
    std::string const option = state.heading.empty() ? "from" : state.heading;
    bool const given = (option == "from" || option == "to") && arguments.has(option);
    if (std::string const text = given ? arguments.text_or(option, "") : std::string(); !text.empty() && !text.starts_with('('))
        return text;
    return write_form(state.mapping, "jax").value_or("");
}

/// Returns "from: (block,*) onto P(4)", and the form below it.
std::string heading_text(Arguments const& arguments, DrawnState const& state) {
    std::string const form = form_text(arguments, state);
    return (state.heading.empty() ? "" : state.heading + ": ") + mapping_text(state.mapping.spec()) +
           (form.empty() ? "" : "\n" + form);
}

/// Returns a line on the drawn dimensions and their directions, if there are more than two dimensions.
std::string axes_text(DrawnState const& state) {
    if (state.mapping.dims() < 3 || !state.view.row_dim) return {};
    return fmt::format("dimension {} downwards, dimension {} to the right\n", *state.view.row_dim + 1, state.view.column_dim + 1);
}

} // namespace

Result<ExitCode> distplan_draw_shards(Tool const& tool) {
    if (tool.arguments.has("svg")) return fail("--view shards is text only; use --view ownership for SVG");
    auto const job = TRY(load_job(tool.arguments));
    auto const states = TRY(drawn_states(tool.arguments, job));
    if (job.copies.empty() || tool.arguments.has("state")) note_other_arrays(tool, job);
    note_addends(tool, states.front().mapping.array());
    Terminal const terminal = terminal_of(tool.out.descriptor(), color_when(tool.arguments.text_or("color", "auto")));
    std::string text = title_of(states) + "\n";
    for (DrawnState const& state : states) {
        auto const boxes = TRY(shard_boxes(state.mapping, state.view, terminal.width, terminal.depth));
        text += "\n" + heading_text(tool.arguments, state) + "\n" + axes_text(state);
        for (TextPicture::Line const& line : boxes.lines) text += line.text + "\n";
    }
    tool.out.write(text);
    return ExitCode::Done;
}

} // namespace tessera::cli
