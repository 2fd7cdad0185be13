// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan io.
#include "cli/distplan/io_table.hpp"

#include "cli/common/io_loading.hpp"
#include "cli/common/shared_options.hpp"

namespace tessera::cli {

Invocation io_invocation() {
    return {
        .name = "io",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "how ranks read or write an array in a file",
        .description =
            "Prints, for each way to access the file, its requests, the bytes they touch and how many of them somebody wants, the "
            "messages between ranks, the memory they need and the time it takes on a machine whose rates are known; then which is "
            "best, and why. Direct: a request for every run of neighbours, or every element. Sieve: each rank takes all between "
            "the first and the last it wants, in pieces as large as its buffer, and drops the rest; what it writes it reads "
            "before. Two-phase: some ranks, the aggregators, access the file in large pieces, each its own domain of it, and "
            "messages do the rest. Domains are equal parts of the file (static), of what is wanted (dynamic), or small blocks "
            "dealt in turn (cyclic).\n\n"
            "What is accessed stands in the job, '!dist$ io read A(1:100:2,:) memory(64MiB)', or in options, which change what the "
            "job says. Each rank wants what it owns; with --for, every rank p of the list wants the section, which may depend on "
            "p. Without either, the whole first array is read.\n\n"
            "--svg draws the file: who wants which bytes, what is touched in vain, whose file domain it is, and with --step what "
            "happens in one phase.",
        .examples = {{"distplan io stripes.hpf --machine delta", "All methods, with times."},
                     {"distplan io fft2d.hpf --section '1:64:2,:' --access sieve --svg io.svg", "A part; the picture."},
                     {"distplan io stripes.hpf --access two-phase --json", "What two-phase does, as JSON."}},
        .main_options = {"section", "write", "access", "memory", "chunk", "machine", "json"},
    };
}

std::vector<OptionSpec> io_plan_options() {
    std::vector<std::string> const io{"io"};
    std::vector<OptionSpec> options = io_options(io);
    std::vector<OptionSpec> const outputs{
        machine_option(io),
        json_option(io),
        OptionSpec{.name = "svg",
                   .kind = ValueKind::File,
                   .placeholder = "FILE",
                   .help = "draw the file as an SVG picture; - is standard output",
                   .group = "Options",
                   .subcommands = io},
        {.name = "step",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "step to draw, counted from 1",
         .group = "Options",
         .subcommands = io},
        OptionSpec{.name = "animate",
                   .kind = ValueKind::File,
                   .placeholder = "FILE",
                   .help = "write a page for browsers that plays the steps: which rank reads or writes which bytes, and which "
                           "ranks send; - is standard output",
                   .group = "Options",
                   .subcommands = io},
        force_option(io),
    };
    options.insert(options.end(), outputs.begin(), outputs.end());
    return options;
}

} // namespace tessera::cli
