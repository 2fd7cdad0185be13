// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the start-up time and the rates of a machine, fitted to measured messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/machine.hpp"

#include <vector>

namespace tessera {

/// One measured message.
struct MessageTime {
    Index bytes = 0;
    double seconds = 0; ///< > 0
};

/// The same sizes, ascending, for each way of using the ports (see StepKind).
struct PortTimes {
    std::vector<MessageTime> exchange;     ///< two ranks send to each other
    std::vector<MessageTime> send_receive; ///< each sends to one rank and receives from another
    std::vector<MessageTime> single;       ///< one sends, the other receives
};

struct ProtocolFit {
    std::vector<Protocol> protocols; ///< more than one where longer messages clearly behave otherwise; no beta_sat
    double error = 0;                ///< root mean square of the relative errors of all times
};

/// seconds = alpha + bytes * beta, with one alpha and a beta per way, by least squares of the relative errors; none is negative.
/// While the error is above 5 %, one protocol is split into two, at the measured size where that helps most, if that takes a
/// quarter or more off the sum of the squared errors and leaves each four sizes or more; there are four at most. Precondition: at
/// least two sizes.
[[nodiscard]] ProtocolFit fit_protocols(PortTimes const& times);

} // namespace tessera
