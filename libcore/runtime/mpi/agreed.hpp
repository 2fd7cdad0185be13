// SPDX-License-Identifier: BSD-3-Clause
// Tessera: lets all ranks compute an answer and stops all if one fails.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace tessera {

/// Collective. Each rank calls ask(). If it fails on one rank, all ranks return an error.
template <class Answer>
Result<Answer> agreed(Communicator const& world, std::function<Result<Answer>()> const& ask) {
    std::optional<Answer> answer;
    auto const asked = together(world, [&]() -> Result<void> {
        auto mine = ask();
        if (!mine) return forward_error(mine);
        answer = *std::move(mine);
        return {};
    });
    if (!asked) return forward_error(asked);
    return *std::move(answer);
}

} // namespace tessera
