// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan io.
#include "cli/distplan/io_table.hpp"

#include "cli/common/shared_options.hpp"

#include <utility>

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
    };
}

std::vector<OptionSpec> io_options() {
    auto const option = [](std::string name, ValueKind kind, std::string placeholder, std::string help, std::string brief) {
        OptionSpec spec{.name = std::move(name),
                        .kind = kind,
                        .placeholder = std::move(placeholder),
                        .help = std::move(help),
                        .brief = std::move(brief),
                        .group = "Options"};
        spec.subcommands = {"io"};
        return spec;
    };
    auto const choices = [](OptionSpec spec, std::vector<std::string> all) {
        spec.choices = std::move(all);
        return spec;
    };
    std::vector<std::string> const io{"io"};
    return {
        option("line", ValueKind::Number, "N", "the N-th io line of the job, from 1", "the job's N-th io line"),
        beside(option("write", ValueKind::Flag, "", "the array is written, not read", "write, not read")),
        option("section", ValueKind::Text, "RANGES", "the part that is accessed, e.g. 1:9, or 1+9*p:9*p+9 where it depends on p",
               "the part: 1:9,1+9*p:9*p+9"),
        beside(option("for", ValueKind::Text, "RANKS", "each rank p of these wants the section: p=0:15", "of each p=0:15")),
        option("array-name", ValueKind::Text, "NAME", "which array of the job; the first by default", "which array"),
        beside(option("state", ValueKind::Text, "S", "the state of the job that says who owns what",
                      "the state that says who owns what")),
        choices(option("access", ValueKind::Choice, "WAY", "this method only: auto, direct, sieve or two-phase; else all",
                       "direct|sieve|two-phase"),
                {"auto", "direct", "sieve", "two-phase"}),
        choices(beside(option("domains", ValueKind::Choice, "KIND",
                              "two-phase: equal parts of the file (static), of what is wanted "
                              "(dynamic), or small blocks in turn (cyclic)",
                              "static|dynamic|cyclic")),
                {"static", "dynamic", "cyclic"}),
        option("aggregators", ValueKind::Number, "N", "two-phase: how many ranks access the file", "ranks that access"),
        beside(option("memory", ValueKind::Size, "SIZE", "what the buffers of all ranks together may take (4MiB each)",
                      "buffers of all ranks")),
        choices(option("file-order", ValueKind::Choice, "O", "how elements lie in the file: row by row, or column by column (col)",
                       "row or col"),
                {"row", "col"}),
        beside(option("chunk", ValueKind::Text, "SHAPE", "the file is divided into chunks of this shape, e.g. 64,64",
                      "shape of a chunk, e.g. 64,64")),
        reworded(machine_option(io), machine_option().help, "the rates, for times"),
        beside(json_option(io)),
        option("svg", ValueKind::File, "FILE", "draw the file as SVG, to FILE or to -", "picture to a file or -"),
        beside(option("step", ValueKind::Number, "N", "draw what happens in this step, from 1", "a step")),
        option("animate", ValueKind::File, "FILE",
               "write a page for browsers that plays the steps: who reads or writes which bytes, and who sends to whom, to FILE or "
               "to -",
               "a page that plays the steps"),
        beside(reworded(force_option(io), force_option().help, "overwrite")),
    };
}

} // namespace tessera::cli
