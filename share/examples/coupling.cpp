// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two data-parallel programs hand an array over: which processes meet, by PITFALLS, and how long it takes, by CDT's
// equation.
//
// Usage: coupling EXTENT SENDERS BLOCK RECEIVERS BLOCK MACHINE
//
// The senders hold the array as cyclic(BLOCK), the receivers as cyclic of their own block. Nothing runs in parallel here: what two
// processes exchange follows from the two distributions. distplan redist finds the same by its general method.
#include "libcore/base/size_text.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/machine_registry.hpp"
#include "libcore/sets/pitfalls.hpp"

#include <iostream>
#include <map>
#include <span>
#include <utility>
#include <vector>

using namespace tessera;

namespace {

/// What sender and receiver have in common, as the paper writes it.
using Exchanges = std::map<std::pair<Index, Index>, std::vector<Falls>>;

/// A distribution has up to three families of FALLS; each of one side meets each of the other.
Exchanges exchanges_of(std::vector<TaggedPitfalls> const& senders, std::vector<TaggedPitfalls> const& receivers) {
    Exchanges exchanges;
    for (TaggedPitfalls const& from : senders)
        for (TaggedPitfalls const& to : receivers)
            for (PitfallsTransfer const& each : intersect(from.family, to.family)) {
                auto& sets = exchanges[{from.first_processor + each.source, to.first_processor + each.target}];
                sets.insert(sets.end(), each.sets.begin(), each.sets.end());
            }
    return exchanges;
}

void print(Exchanges const& exchanges) {
    for (auto const& [pair, sets] : exchanges) {
        Index elements = 0;
        for (Falls const& falls : sets) elements += falls.count();
        std::cout << pair.first << " -> " << pair.second << ": " << elements << " elements,";
        for (Falls const& falls : sets) std::cout << " (" << falls.l << ',' << falls.r << ',' << falls.s << ',' << falls.n << ')';
        std::cout << '\n';
    }
}

Result<void> run(std::span<char*> words) {
    std::vector<Index> numbers;
    for (char const* word : words.first(5)) {
        auto const number = parse_number(word);
        if (!number) return forward_error(number);
        if (*number < 1 || *number > 1000000) return fail("numbers from 1 to 1000000 are expected");
        numbers.push_back(*number);
    }
    auto const machine = find_machine(words[5], MachineFolders::usual(), DirectoryReader("."));
    if (!machine) return forward_error(machine);
    auto const senders = static_cast<int>(numbers[1]), receivers = static_cast<int>(numbers[3]);
    auto const cost = cdt_cost(*machine, senders, receivers, numbers[0], false);
    if (!cost) return forward_error(cost);
    print(exchanges_of(pitfalls_of_cyclic(numbers[0], numbers[2], senders), pitfalls_of_cyclic(numbers[0], numbers[4], receivers)));
    std::cout << machine->name << ": " << short_seconds(cost->all_to_all) << " from each sender to each receiver, "
              << short_seconds(cost->centralized) << " by way of one process\n";
    return {};
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 7) {
        std::cerr << "usage: coupling EXTENT SENDERS BLOCK RECEIVERS BLOCK MACHINE\n";
        return 2;
    }
    auto const done = run({argv + 1, static_cast<std::size_t>(argc - 1)});
    if (!done) std::cerr << "coupling: " << to_string(done.error()) << '\n';
    return done ? 0 : 2;
}
