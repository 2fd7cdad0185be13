// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the options that mean the same in every command.
#include "cli/common/shared_options.hpp"

#include "libcore/redist/methods/method.hpp"

#include <utility>

namespace tessera::cli {

std::vector<OptionSpec> job_options(std::vector<std::string> const& subcommands) {
    std::string const group{job_group};
    return {
        {.name = "array",
         .kind = ValueKind::Text,
         .placeholder = "DECL",
         .help = "declaration: 'real8 A(8,8)' or 'double A[8][8]'; may be repeated",
         .group = group,
         .subcommands = subcommands,
         .repeatable = true},
        {.name = "from",
         .kind = ValueKind::Text,
         .placeholder = "MAP",
         .help = "mapping of the array: '(block,*) onto P(4)'",
         .group = group,
         .subcommands = subcommands},
        {.name = "to",
         .kind = ValueKind::Text,
         .placeholder = "MAP",
         .help = "mapping after the redistribution",
         .group = group,
         .subcommands = subcommands},
        {.name = "copy",
         .kind = ValueKind::Text,
         .placeholder = "ASSIGNMENT",
         .help = "copy between two arrays: 'B(j,i)=A(i,j)'; several copies happen one after the other",
         .group = group,
         .subcommands = subcommands,
         .repeatable = true},
        {.name = "ranks",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of ranks, where no 'onto' gives it",
         .group = group,
         .subcommands = subcommands},
    };
}

OptionSpec algorithm_option(std::vector<std::string> const& subcommands) {
    return {.name = "algorithm",
            .kind = ValueKind::Text,
            .placeholder = "NAME",
            .help = "algorithm: pex, gen, coloured, ... (default: auto)",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec method_option(std::vector<std::string> const& subcommands) {
    std::vector<std::string> names{"auto"};
    for (MethodInfo const& info : methods()) names.emplace_back(info.name);
    return {.name = "method",
            .kind = ValueKind::Choice,
            .placeholder = "NAME",
            .choices = std::move(names),
            .help = "method of redistribution: direct, indirect, lcm, ..., or auto",
            .group = "Options",
            .subcommands = subcommands};
}

std::vector<OptionSpec> relabel_options(std::vector<std::string> const& subcommands) {
    return {{.name = "relabel",
             .help = "reorder the target's ranks so that the fewest elements move",
             .group = "Options",
             .subcommands = subcommands},
            {.name = "per-node",
             .kind = ValueKind::Text,
             .placeholder = "N",
             .help = "with --relabel: nodes hold N ranks each, and the fewest elements shall move between nodes; N:cyclic: ranks "
                     "are dealt to nodes in turn",
             .group = "Options",
             .subcommands = subcommands}};
}

OptionSpec topology_option(std::vector<std::string> const& subcommands) {
    return {.name = "topology",
            .kind = ValueKind::Text,
            .placeholder = "T",
            .help = "network of the machine, such as mesh(4,4); or the file of a graph",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec placement_option(std::vector<std::string> const& subcommands) {
    return {.name = "placement",
            .kind = ValueKind::Text,
            .placeholder = "P",
            .help = "placement of ranks on nodes; row-major, column-major, blocked, random:7, or a file",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec machine_option(std::vector<std::string> const& subcommands) {
    return {.name = "machine",
            .kind = ValueKind::File,
            .placeholder = "NAME",
            .help = "machine for which times are predicted; the name of a profile, or a file",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec section_option(std::vector<std::string> const& subcommands) {
    return {.name = "section",
            .kind = ValueKind::Text,
            .placeholder = "RANGES",
            .help = "move only this section, such as 1:50,2:100:2",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec json_option(std::vector<std::string> const& subcommands) {
    return {.name = "json", .help = "print one JSON document", .group = "Options", .subcommands = subcommands};
}

OptionSpec force_option(std::vector<std::string> const& subcommands) {
    return {.name = "force", .letter = 'f', .help = "overwrite a file that exists", .group = "Options", .subcommands = subcommands};
}

OptionSpec any_size_option(std::vector<std::string> const& subcommands) {
    return {.name = "any-size",
            .help = "begin even if the disk of the output has too little free space",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec color_option(std::vector<std::string> const& subcommands) {
    return {.name = "color",
            .kind = ValueKind::Choice,
            .choices = {"auto", "always", "never"},
            .help = "print in colours; auto: on a terminal only",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec progress_option(std::vector<std::string> const& subcommands) {
    return {.name = "progress",
            .kind = ValueKind::Choice,
            .choices = {"auto", "always", "never", "json"},
            .help = "show the progress of long work",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec quiet_option(std::vector<std::string> const& subcommands) {
    return {.name = "quiet", .letter = 'q', .help = "print only errors", .group = "Options", .subcommands = subcommands};
}

OptionSpec plain_option(std::string name, ValueKind kind, std::string placeholder, std::string help,
                        std::vector<std::string> const& subcommands) {
    return {.name = std::move(name),
            .kind = kind,
            .placeholder = std::move(placeholder),
            .help = std::move(help),
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec reworded(OptionSpec option, std::string help) {
    option.help = std::move(help);
    return option;
}

} // namespace tessera::cli
