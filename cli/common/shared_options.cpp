// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the options that mean the same in every command.
#include "cli/common/shared_options.hpp"

namespace tessera::cli {

std::vector<OptionSpec> job_options(std::vector<std::string> const& subcommands) {
    std::string const group = "Instead of a job file";
    return {
        {.name = "array",
         .kind = ValueKind::Text,
         .placeholder = "DECL",
         .help = "'real8 A(8,8)' or 'double A[8][8]'; may repeat",
         .group = group,
         .subcommands = subcommands,
         .repeatable = true},
        {.name = "from",
         .kind = ValueKind::Text,
         .placeholder = "MAP",
         .help = "how it is mapped: '(block,*) onto P(4)'",
         .group = group,
         .subcommands = subcommands},
        {.name = "to",
         .kind = ValueKind::Text,
         .placeholder = "MAP",
         .help = "the mapping afterwards",
         .group = group,
         .subcommands = subcommands,
         .beside_previous = true},
        {.name = "copy",
         .kind = ValueKind::Text,
         .placeholder = "ASSIGNMENT",
         .help = "from one array to another: 'B(j,i)=A(i,j)'",
         .group = group,
         .subcommands = subcommands},
        {.name = "ranks",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "the size of the job, where no 'onto' says it",
         .group = group,
         .subcommands = subcommands},
    };
}

std::vector<OptionSpec> site_options(std::vector<std::string> const& subcommands) {
    auto const option = [&](std::string name, ValueKind kind, std::string placeholder, std::string help) {
        OptionSpec spec{.name = std::move(name),
                        .kind = kind,
                        .placeholder = std::move(placeholder),
                        .help = std::move(help),
                        .group = "Options"};
        spec.subcommands = subcommands;
        return spec;
    };
    std::vector<OptionSpec> options{
        option("algorithm", ValueKind::Text, "NAME", "pex, gen, coloured, ...; else auto chooses"),
        option("topology", ValueKind::Text, "T", "mesh(4,4) or graph.json; row-major, random:7"),
        option("placement", ValueKind::Text, "P", "ranks on nodes: row-major, column-major, blocked, random:7, a file"),
        option("machine", ValueKind::File, "FILE", "the machine's rates, for times"),
    };
    options[2].beside_previous = true;
    return options;
}

OptionSpec section_option(std::vector<std::string> const& subcommands) {
    return {.name = "section",
            .kind = ValueKind::Text,
            .placeholder = "RANGES",
            .help = "only this part, e.g. 1:50,2:100:2",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec json_option(std::vector<std::string> const& subcommands) {
    return {.name = "json", .help = "one JSON document on standard output", .group = "Options", .subcommands = subcommands};
}

OptionSpec force_option(std::vector<std::string> const& subcommands) {
    return {.name = "force", .letter = 'f', .help = "overwrite a file that exists", .group = "Options", .subcommands = subcommands};
}

OptionSpec color_option(std::vector<std::string> const& subcommands) {
    return {.name = "color",
            .kind = ValueKind::Choice,
            .choices = {"auto", "always", "never"},
            .help = "colours; auto: if this is a terminal",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec progress_option(std::vector<std::string> const& subcommands) {
    return {.name = "progress",
            .kind = ValueKind::Choice,
            .choices = {"auto", "always", "never", "json"},
            .help = "how far the work has come",
            .group = "Options",
            .subcommands = subcommands};
}

OptionSpec quiet_option(std::vector<std::string> const& subcommands) {
    return {
        .name = "quiet", .letter = 'q', .help = "errors only on standard error", .group = "Options", .subcommands = subcommands};
}

} // namespace tessera::cli
