// SPDX-License-Identifier: BSD-3-Clause
// Tessera: signals that ask a command to stop so that it can be resumed.
#include "cli/common/stop_signals.hpp"

#include <array>
#include <csignal>
#include <utility>

namespace tessera::cli {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 3> stop_signals{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGUSR1, "SIGUSR1"}}};

volatile std::sig_atomic_t noted_signal = 0;
int objects = 0; // number of living objects

void note_signal(int number) {
    noted_signal = number;
    // A second Ctrl+C means "stop at once". Batch systems may send SIGTERM several times for one stop.
    if (number == SIGINT) std::signal(number, SIG_DFL);
}

} // namespace

StopSignals::StopSignals() {
    if (++objects > 1) return;
    noted_signal = 0;
    for (auto const& [number, name] : stop_signals) {
        struct sigaction action {};
        action.sa_handler = note_signal;
        action.sa_flags = SA_RESTART; // restarts interrupted system calls
        ::sigaction(number, &action, nullptr);
    }
}

StopSignals::~StopSignals() {
    if (--objects > 0) return;
    for (auto const& [number, name] : stop_signals) std::signal(number, SIG_DFL);
}

bool StopSignals::asked() {
    return noted_signal != 0;
}

std::string_view StopSignals::name() {
    for (auto const& [number, name] : stop_signals)
        if (number == noted_signal) return name;
    return {};
}

} // namespace tessera::cli
