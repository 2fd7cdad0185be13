// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy of single stretches, one after the other.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace tessera {

/// What many small copy programs do, without their loops: a program takes longer to begin than to copy a few elements, and a
/// message of a thousand small arrays has a thousand programs.
class StretchList {
  public:
    /// How many stretches a program has on the average at most, so that a list is quicker (measured by tests/bench/short_bench).
    static constexpr Index most_of_a_program = 16;
    /// Would a list of them be quicker than the programs? None of them updates.
    [[nodiscard]] static bool suits(Index programs, Index stretches) { return stretches <= programs * most_of_a_program; }

    /// Appends what the program copies. `array`: the number of its arrays in run(). `from`, `to`: where its offsets begin, in
    /// bytes. Precondition: it does not update.
    void add(CopyProgram const& copy, std::size_t array, Index from, Index to);

    [[nodiscard]] bool empty() const { return stretches_.empty(); }

    /// From where `from(array)` points to where `to(array)` does.
    template <class From, class To>
    void run(From const& from, To const& to) const {
        for (Stretch const& each : stretches_) copy(from(each.array) + each.from, to(each.array) + each.to, each.bytes);
    }

  private:
    struct Stretch {
        Index from = 0;
        Index to = 0;
        std::uint32_t array = 0;
        std::uint32_t bytes = 0;
    };
    /// The common lengths are constants to the compiler.
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

    std::vector<Stretch> stretches_;
};

} // namespace tessera
