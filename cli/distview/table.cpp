// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of distview's options, for its man page and completions.
#include "cli/distview/table.hpp"

#include "cli/common/shared_options.hpp"

#include <utility>

namespace tessera::cli {
namespace {

Invocation window_invocation() {
    return {
        .name = "distview",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "shows how arrays are distributed, in a window",
        .description =
            "The window shows a job as text and as a form, and pictures of it: who owns an array before and after, which messages "
            "move, in which order, over which links, and what the disk does. An edit of the text or of a picture changes all of "
            "them at once. Without JOB the start page opens, with examples and lessons.\n\n"
            "--export writes one picture and --screenshot the whole window, and both open no window that stays. The guide "
            "share/doc/window.md describes the window.",
        .examples = {{"distview fft2d.hpf", "Open a job."},
                     {"distview --export owners.png --size 1200x800 triangle.hpf", "Write one picture."},
                     {"distview --view network --step 3 --topology 'mesh(2,4)' fft2d.hpf", "Open the third step on a mesh."}},
    };
}

OptionSpec window_choice(std::string name, std::string placeholder, std::string help, std::vector<std::string> words) {
    OptionSpec option = plain_option(std::move(name), ValueKind::Choice, std::move(placeholder), std::move(help));
    option.choices = std::move(words);
    return option;
}

std::vector<OptionSpec> picture_options() {
    return {
        window_choice("view", "VIEW", "the picture to show first",
                      {"ownership", "messages", "schedule", "network", "cost", "io", "comm", "region", "program", "template",
                       "balance", "memory", "rhythms", "stages"}),
        plain_option("step", ValueKind::Number, "N", "the selected step, from 1"),
        plain_option("rank", ValueKind::Number, "R", "the selected rank, from 0"),
        plain_option("size", ValueKind::Text, "WxH", "size of the picture or the window, in pixels"),
        window_choice("theme", "NAME", "colours of the window, for this run", {"system", "light", "dark"}),
        plain_option("export", ValueKind::File, "FILE", "write one picture (.png, .svg, .pdf) and exit"),
        plain_option("screenshot", ValueKind::File, "FILE", "write the whole window and exit"),
        plain_option("lesson", ValueKind::Text, "NAME", "open a lesson; an unknown name lists them all"),
        plain_option("export-lesson", ValueKind::Text, "NAME", "write a lesson to JOB, as a page for any browser"),
        plain_option("force", ValueKind::Flag, "", "let these files replace existing ones"),
    };
}

std::vector<OptionSpec> site_options() {
    return {algorithm_option(), topology_option(), placement_option(), machine_option()};
}

std::vector<OptionSpec> view_options() {
    return {
        window_choice("over", "WHAT", "cost: times by message length or by number of ranks", {"size", "ranks"}),
        window_choice("access", "WAY", "io: the method", {"direct", "sieve", "two-phase"}),
        window_choice("domains", "KIND", "io: the file domains of two-phase access", {"static", "dynamic", "cyclic"}),
        plain_option("line", ValueKind::Number, "N", "io, region: the number of the line '!dist$ io' or '!dist$ region'"),
        plain_option("set", ValueKind::Text, "NAME=VALUE", "region: the value of a parameter"),
        plain_option("vary", ValueKind::Text, "NAME", "region: the parameter over which work is drawn"),
        plain_option("what-if", ValueKind::Text, "WISH", "program: other layouts of arrays"),
        plain_option("operation", ValueKind::Text, "NAME",
                     "comm: halo, shift, send, get, broadcast or reduce; program: the time of an operation"),
        plain_option("stencil", ValueKind::Text, "NAME", "comm: the neighbours that a computation reads"),
        plain_option("periodic", ValueKind::Text, "DIMS", "comm: dimensions whose ends meet"),
        plain_option("wide", ValueKind::Number, "K", "comm: steps of computation for one exchange"),
        plain_option("by", ValueKind::Text, "DISTANCES", "comm: how far a shift goes"),
        plain_option("edge", ValueKind::Text, "WHAT", "comm: what a shift does at the edge of the array"),
        plain_option("indices", ValueKind::File, "FILE", "comm: the elements of send and get"),
        plain_option("pattern", ValueKind::Text, "P", "comm: the same as a pattern"),
        plain_option("where", ValueKind::Text, "CONDITION", "comm: only these elements"),
        plain_option("where-target", ValueKind::Text, "CONDITION", "comm: only elements that go to these places"),
        plain_option("array-name", ValueKind::Text, "NAME", "comm: which array of the job"),
        plain_option("state", ValueKind::Text, "N", "comm: the state of the job that says who owns what"),
    };
}

} // namespace

CommandTable distview_table() {
    CommandTable table{.command = window_invocation(), .options = picture_options()};
    for (auto&& more : {site_options(), view_options()}) table.options.insert(table.options.end(), more.begin(), more.end());
    return table;
}

} // namespace tessera::cli
