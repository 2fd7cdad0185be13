// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy given as a list of contiguous runs.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace tessera {

/// Replaces many small copy programs. Starting a program takes longer than copying a few elements, and a message of a thousand
/// small arrays has a thousand programs.
class CopyRunList {
  public:
    /// Largest average number of runs per program for which a list is faster (measured by tests/bench/short_bench).
    static constexpr Index most_of_a_program = 16;
    /// Returns whether a list is faster than the programs. Precondition: none of them updates.
    [[nodiscard]] static bool suits(Index programs, Index stretches) { return stretches <= programs * most_of_a_program; }

    /// Appends the runs that the program copies. `array`: the number of its arrays in run(). `from`, `to`: start of its
    /// offsets, in bytes. Precondition: the program does not update.
    void add(CopyProgram const& copy, std::size_t array, Index from, Index to);

    [[nodiscard]] bool empty() const { return stretches_.empty(); }

    /// Copies all runs. `from(array)` and `to(array)` return the start addresses.
    template <class From, class To>
    void run(From const& from, To const& to) const {
        for (CopiedRun const& each : stretches_) copy(from(each.array) + each.from, to(each.array) + each.to, each.bytes);
    }

  private:
    struct CopiedRun {
        Index from = 0;
        Index to = 0;
        std::uint32_t array = 0;
        std::uint32_t bytes = 0;
    };
    /// Lengths 4, 8 and 16 are constants for the compiler.
    static void copy(std::byte const* from, std::byte* to, std::uint32_t bytes) {
        switch (bytes) {
        case 4:
            std::memcpy(to, from, 4);
            return;
        case 8:
            std::memcpy(to, from, 8);
            return;
        case 16:
            std::memcpy(to, from, 16);
            return;
        default:
            std::memcpy(to, from, bytes);
        }
    }

    std::vector<CopiedRun> stretches_;
};

} // namespace tessera
