// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the coupled example programs have in common.
#pragma once

#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/launched_programs.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <cstddef>
#include <exception>
#include <iostream>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tessera::examples {

/// The value of a result; its error ends the program.
template <class T>
T take(Result<T> result) {
    if (!result) throw std::runtime_error(to_string(result.error()));
    return *std::move(result);
}

/// This rank's part of a matrix of doubles, as a channel wants it.
class LocalMatrix {
  public:
    explicit LocalMatrix(std::optional<LocalLayout> layout)
        : layout_(std::move(layout)), elements_(layout_ ? static_cast<std::size_t>(layout_->allocation_size()) : 0) {}

    [[nodiscard]] std::span<double> elements() { return elements_; }
    [[nodiscard]] std::span<double const> elements() const { return elements_; }

    /// Calls visit(i, j, element) for every element of this rank, with indices from 0 in the whole matrix.
    template <class Visit>
    void for_each(Visit const& visit) {
        if (!layout_) return;
        layout_->owned().for_each([&](std::span<Index const> index) {
            visit(index[0], index[1], elements_[static_cast<std::size_t>(layout_->offset(*layout_->global_to_local(index)))]);
        });
    }

  private:
    std::optional<LocalLayout> layout_;
    std::vector<double> elements_;
};

/// Runs `body(arguments)`, a rank's share of the program; says what went wrong, and ends the job in a way that all ranks end.
template <class Body>
int run_program(int argc, char** argv, char const* usage, int least, Body const& body) {
    if (argc - 1 < least) {
        std::cerr << "usage: " << usage << '\n';
        return 2;
    }
    Environment const environment(argc, argv);
    try {
        body(std::vector<std::string>(argv + 1, argv + argc));
    } catch (std::exception const& failure) {
        std::cerr << std::string(argv[0]) + ": " + failure.what() + "\n"; // in one piece, whoever else writes
        Environment::abort(1);
    }
    return 0;
}

} // namespace tessera::examples
