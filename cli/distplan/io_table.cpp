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
        .summary = "plan how ranks read or write an array in a file",
        .description =
            R"(Compares the methods by which ranks can read or write parts of an array in a file. For each method it prints the
number of requests, the bytes that they touch, and the share of these bytes that a rank needs. It also prints the
messages between ranks, the memory, and the predicted time if the rates of the machine are known. Then it names the
best method and the reason. The methods are:

direct:: One request for each run of consecutive elements, or for each element.

sieve:: Each rank reads everything between its first and its last element, in pieces as large as its buffer, and drops
what it does not need. To write, it reads each piece first and changes it.

two-phase:: Some ranks, the aggregators, access the file in large pieces, and messages do the rest. Each aggregator
has its own file domain. This is an equal part of the file (static), an equal part of the accessed bytes (dynamic), or
small blocks in turn (cyclic).

The job says what is accessed, as in '!dist$ io read A(1:100:2,:) memory(64MiB)'. Options add to the job's line or
replace its values. By default each rank accesses the elements that it owns. With --for, each rank p of the list
accesses the section, which may depend on p. Without an io line and without --section, the command plans to read the
first array completely.

--svg draws the file: which rank needs which bytes, which bytes are touched without need, and which aggregator accesses
them. With --step it draws one phase.)",
        .examples = {{"distplan io stripes.hpf --machine delta", "Compare all methods, with times."},
                     {"distplan io fft2d.hpf --section '1:64:2,:' --access sieve --svg io.svg",
                      "Draw how data sieving reads a section."},
                     {"distplan io stripes.hpf --access two-phase --json", "Print a two-phase plan as JSON."}},
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
