// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the eight programs of the pC* thesis have in common: their command line, their clock, and their line of result.
#pragma once

#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "share/examples/mapped_array.hpp"

#include <charconv>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::examples {

/// One run of a program: what is asked for, and what there is to say of it afterwards.
struct ProgramRun {
    std::vector<Index> numbers = {}; ///< extents first
    std::string mapped = {};         ///< "(block,*)"
    std::string found = {};          ///< the program's own words about its result
    double seconds = 0;              ///< between start() and stop(), of the slowest rank

    void start() {
        Communicator::world().barrier();
        seconds = -seconds_now();
    }
    void stop() { seconds = slowest(Communicator::world(), seconds + seconds_now()); }
};

/// A program by its two bodies. `Part` is a rank's share of the result; Part::differences(whole) counts the elements that are not
/// those of the whole, which is stored in the array's own order.
template <class T, class Part>
struct Program {
    std::string name;
    std::string usage;           ///< of the numbers: "ROWS COLUMNS STEPS"
    std::vector<Index> defaults; ///< of the numbers
    std::string mapped;          ///< the default; empty: a program without Tessera
    Part (*distributed)(ProgramRun&);
    std::vector<T> (*alone)(ProgramRun&); ///< the same by one process, in a plain loop
};

struct ProgramArguments {
    ProgramRun run;
    bool check = false; ///< compare every element with one process
    bool alone = false; ///< time the loop of one process
};

/// Throws std::invalid_argument where they make no sense.
inline ProgramArguments parse_arguments(int argc, char** argv, std::vector<Index> const& defaults, std::string const& mapped) {
    ProgramArguments asked;
    asked.run.numbers = defaults;
    asked.run.mapped = mapped;
    std::size_t given = 0;
    for (int i = 1; i < argc; ++i) {
        std::string_view const word = argv[i];
        Index number = 0;
        if (word == "--check") {
            asked.check = true;
        } else if (word == "--alone") {
            asked.alone = true;
        } else if (word == "--mapped" && i + 1 < argc && !mapped.empty()) {
            asked.run.mapped = argv[++i];
        } else if (given < defaults.size() &&
                   std::from_chars(word.data(), word.data() + word.size(), number).ptr == word.data() + word.size() && number > 0) {
            asked.run.numbers[given++] = number;
        } else {
            throw std::invalid_argument("'" + std::string(word) + "' is not understood");
        }
    }
    return asked;
}

/// "njac 512 512 100: 0.0231 s on 4 ranks, (block,*); largest change 0.031".
inline std::string result_line(std::string const& name, ProgramRun const& run, std::string const& where) {
    std::string line = name;
    for (Index const number : run.numbers) line += " " + std::to_string(number);
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), ": %.6f s ", run.seconds);
    return line + seconds + where + (run.found.empty() ? "" : "; " + run.found);
}

/// The exit code: 0 done, 1 failed or different from one process.
template <class T, class Part>
int run_program_with(ProgramArguments asked, Program<T, Part> const& program) {
    bool const speaks = Communicator::world().rank() == 0;
    if (asked.alone) {
        if (Communicator::world().size() > 1) throw std::invalid_argument("--alone is for one rank");
        program.alone(asked.run);
        std::puts(result_line(program.name, asked.run, "by one process without Tessera").c_str());
        return 0;
    }
    Part part = program.distributed(asked.run);
    int const ranks = Communicator::world().size();
    std::string line = result_line(program.name, asked.run,
                                   "on " + std::to_string(ranks) + (ranks == 1 ? " rank, " : " ranks, ") +
                                       (program.mapped.empty() ? "plain MPI" : asked.run.mapped));
    Index wrong = 0;
    if (asked.check) {
        ProgramRun by_one{asked.run.numbers};
        wrong = sum_of_all(part.differences(program.alone(by_one)));
        if (by_one.found != asked.run.found) ++wrong;
        line += wrong == 0 ? "; equal to one process" : "; " + std::to_string(wrong) + " differ from one process";
    }
    if (speaks) std::puts(line.c_str());
    return wrong == 0 ? 0 : 1;
}

/// Its exit code, and on rank 0 what was wrong.
template <class T, class Part>
int result_of(int argc, char** argv, Program<T, Part> const& program) {
    bool const speaks = Communicator::world().rank() == 0;
    try {
        return run_program_with(parse_arguments(argc, argv, program.defaults, program.mapped), program);
    } catch (std::invalid_argument const& wrong) { // all ranks read the same words
        if (speaks)
            std::fprintf(stderr, "%s: %s\nusage: %s [%s]%s [--check] [--alone]\n", program.name.c_str(), wrong.what(),
                         program.name.c_str(), program.usage.c_str(), program.mapped.empty() ? "" : " [--mapped MAPPING]");
        return 2;
    } catch (std::exception const& failure) { // all ranks have it
        if (speaks) std::fprintf(stderr, "%s: %s\n", program.name.c_str(), failure.what());
        return 1;
    }
}

/// main() of a program.
template <class T, class Part>
int run_program(int argc, char** argv, Program<T, Part> const& program) {
    Environment const environment(argc, argv);
    int const code = result_of(argc, argv, program);
    Environment::end_job(code);
    return code;
}

} // namespace tessera::examples
