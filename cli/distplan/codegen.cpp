// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan codegen.
#include "cli/distplan/codegen.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/new_file.hpp"
#include "cli/common/region_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/region/region_program.hpp"

#include <filesystem>

namespace tessera::cli {

Invocation codegen_invocation() {
    return {
        .name = "codegen",
        .arguments = "JOB",
        .max_arguments = 1,
        .summary = "a program that does it, in C++ or Fortran",
        .description =
            "Writes one self-contained program, in C++ or Fortran, that collects a region of the job from its ranks to rank 0, or "
            "updates it from there: the loops of distplan region --polyhedra, packing on one side and unpacking in the same order "
            "on "
            "the other (Coelho 1995, Figs. 8 to 10). Every element gets its own number, and the program checks that each arrives. "
            "It "
            "runs on the ranks the job names, or more; parameters have the values of --set unless its command line gives others.",
        .examples = {{"distplan codegen triangle.hpf --kind collect --set m=27", "In C++, on standard output."},
                     {"distplan codegen triangle.hpf --kind update --language fortran --set m=27", "In Fortran."},
                     {"distplan codegen triangle.hpf --kind collect --set m=27 --output collect.cpp", "To a file."}},
    };
}

std::vector<OptionSpec> codegen_options() {
    std::string const group = "Options";
    std::vector<std::string> const codegen{"codegen"};
    return {
        {.name = "kind",
         .kind = ValueKind::Choice,
         .choices = {"collect", "update"},
         .help = "what the program does",
         .group = group,
         .subcommands = codegen},
        {.name = "language",
         .kind = ValueKind::Choice,
         .choices = {"c++", "fortran"},
         .help = "what it is written in",
         .group = group,
         .subcommands = codegen},
        {.name = "set",
         .kind = ValueKind::Text,
         .placeholder = "NAME=VALUE",
         .help = "values of the parameters: m=27,n=5",
         .group = group,
         .subcommands = codegen},
        {.name = "line",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "the N-th region of the job, from 1",
         .group = group,
         .subcommands = codegen},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "STATE",
         .help = "the state that says who owns what: from, to or a number",
         .group = group,
         .subcommands = codegen},
        {.name = "output",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write the program to a file",
         .group = group,
         .subcommands = codegen},
        force_option(codegen),
    };
}

Result<ExitCode> distplan_codegen(Tool const& tool) {
    auto const kind = tool.arguments.text("kind");
    if (!kind) return fail("expected --kind collect or --kind update: what shall the program do?");
    auto const job = load_job(tool.arguments);
    if (!job) return forward_error(job);
    auto const loaded = load_region(tool, *job);
    if (!loaded) return forward_error(loaded);
    RegionProgram what;
    what.collects = *kind == "collect";
    what.language = tool.arguments.text_or("language", "c++") == "fortran" ? ProgramLanguage::Fortran : ProgramLanguage::Cpp;
    what.source = std::filesystem::path(job->name).filename().string();
    auto const program = region_program(loaded->region, loaded->values, loaded->mapping, what);
    if (!program) return forward_error(program);
    auto const path = tool.arguments.text("output");
    if (!path || *path == "-") {
        tool.out.write(*program);
        return ExitCode::Done;
    }
    auto const written = write_new_file(*path, *program, tool.arguments.has("force"));
    if (!written) return forward_error(written);
    return ExitCode::Done;
}

} // namespace tessera::cli
