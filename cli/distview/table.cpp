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
        .summary = "show how arrays are distributed, in a window",
        .description =
            R"(Shows a job as text, as a form, and as pictures. The pictures show who owns the array before and after, which messages
move, in which order and over which links, and what the disk does. An edit of the text or of a picture changes all of them at once.
Without JOB the start page opens, with examples and lessons. The guide share/doc/window.md describes the window.

--export writes one picture, and --screenshot writes an image of the whole window. Both then exit.)",
        .examples = {{"distview fft2d.hpf", "Open a job."},
                     {"distview --export owners.png --size 1200x800 triangle.hpf", "Write one picture."},
                     {"distview --view network --step 3 --topology 'mesh(2,4)' fft2d.hpf", "Show the third step on a mesh."}},
    };
}

OptionSpec window_choice(std::string name, std::string placeholder, std::string help, std::vector<std::string> words) {
    OptionSpec option = plain_option(std::move(name), ValueKind::Choice, std::move(placeholder), std::move(help));
    option.choices = std::move(words);
    return option;
}

std::vector<OptionSpec> picture_options() {
    return {
        window_choice("view", "VIEW", "picture to show first (default: ownership)",
                      {"ownership", "messages", "schedule", "network", "cost", "io", "comm", "region", "program", "template",
                       "balance", "memory", "rhythms", "stages"}),
        plain_option("step", ValueKind::Number, "N", "step to select, counted from 1"),
        plain_option("rank", ValueKind::Number, "R", "rank to select"),
        plain_option("size", ValueKind::Text, "WxH", "size of the picture or the window, in pixels"),
        window_choice("theme", "NAME", "colours of the window, for this run", {"system", "light", "dark"}),
        plain_option("export", ValueKind::File, "FILE", "write one picture (.png, .svg, .pdf) and exit"),
        plain_option("screenshot", ValueKind::File, "FILE", "write the whole window and exit"),
        plain_option("lesson", ValueKind::Text, "NAME", "open a lesson; an unknown name lists them all"),
        plain_option("export-lesson", ValueKind::Text, "NAME", "write a lesson to JOB, as a page for any browser"),
        plain_option("force", ValueKind::Flag, "", "overwrite files that exist"),
    };
}

std::vector<OptionSpec> site_options() {
    return {algorithm_option(), topology_option(), placement_option(), machine_option()};
}

std::vector<OptionSpec> view_options() {
    return {
        window_choice("over", "WHAT", "cost: horizontal axis; the length of messages, or ranks", {"size", "ranks"}),
        window_choice("access", "WAY", "io: access method to draw", {"direct", "sieve", "two-phase"}),
        window_choice("domains", "KIND", "io: file domains of two-phase access", {"static", "dynamic", "cyclic"}),
        plain_option("line", ValueKind::Number, "N",
                     "io, region: number of the line '!dist$ io' or '!dist$ region', counted from 1"),
        plain_option("set", ValueKind::Text, "NAME=VALUE", "region: values of parameters, such as m=27"),
        plain_option("vary", ValueKind::Text, "NAME", "region: draw the work over the values of this parameter"),
        plain_option("what-if", ValueKind::Text, "WISH", "program: compare with other layouts, such as 'U (block,*) onto P(8)'"),
        plain_option("operation", ValueKind::Text, "NAME",
                     "comm: halo, shift, send, get, broadcast or reduce; program: time of one operation, such as 50ns"),
        plain_option("stencil", ValueKind::Text, "NAME", "comm: neighbours that each element reads, such as 5 or box:1"),
        plain_option("periodic", ValueKind::Text, "DIMS", "comm: periodic dimensions, such as 1,3, or all"),
        plain_option("wide", ValueKind::Number, "K", "comm: steps of the computation for each exchange"),
        plain_option("by", ValueKind::Text, "DISTANCES", "comm: distance of a shift along each dimension, such as 1,-2"),
        plain_option("edge", ValueKind::Text, "WHAT", "comm: treatment of places that receive no element, such as torus"),
        plain_option("indices", ValueKind::File, "FILE", "comm: npy file that names the elements of send and get"),
        plain_option("pattern", ValueKind::Text, "P", "comm: generated elements of send and get: permuted, random or few"),
        plain_option("where", ValueKind::Text, "CONDITION", "comm: only elements that meet the condition, such as 'i > 1'"),
        plain_option("where-target", ValueKind::Text, "CONDITION", "comm: only elements whose new place meets the condition"),
        plain_option("array-name", ValueKind::Text, "NAME", "comm: array of the job (default: the first)"),
        plain_option("state", ValueKind::Text, "N", "comm: number of the state whose mapping is used (default: 0, the first)"),
    };
}

} // namespace

CommandTable distview_table() {
    CommandTable table{.command = window_invocation(), .options = picture_options()};
    for (auto&& more : {site_options(), view_options()}) table.options.insert(table.options.end(), more.begin(), more.end());
    return table;
}

} // namespace tessera::cli
