// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for communication on an array.
#include "gui/session/comm_choice.hpp"

#include <algorithm>
#include <array>

namespace tessera::gui {
namespace {

constexpr std::array<std::string_view, 6> operationNames{"halo", "shift", "send", "get", "broadcast", "reduce"};

} // namespace

std::string_view nameOf(CommOperation operation) {
    return operationNames[static_cast<std::size_t>(operation)];
}

std::optional<CommOperation> commOperationNamed(std::string_view name) {
    auto const found = std::ranges::find(operationNames, name);
    if (found == operationNames.end()) return std::nullopt;
    return static_cast<CommOperation>(found - operationNames.begin());
}

ArrayStates const& chosenArray(CommChoice const& choice, Job const& job) {
    ArrayStates const* const named = job.find(choice.array);
    return named ? *named : job.arrays.front();
}

CommChoice completed(CommChoice choice, Job const& job) {
    ArrayStates const& array = chosenArray(choice, job);
    choice.array = &array == &job.arrays.front() ? std::string() : array.array.name;
    if (choice.state >= array.states.size()) choice.state = 0;
    if (choice.halo.stencil.empty() && !has_shadow(array.array)) choice.halo.stencil = "star:1";
    if (choice.shift.by.empty())
        for (int d = 0; d < array.array.dims(); ++d) choice.shift.by += d > 0 ? ",1" : "1";
    bool const reduces = choice.operation == CommOperation::Reduce;
    if (choice.collective.empty()) choice.collective = reduces ? "loglocex" : "logfan";
    return choice;
}

} // namespace tessera::gui
