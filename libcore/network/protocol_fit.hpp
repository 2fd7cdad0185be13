// SPDX-License-Identifier: BSD-3-Clause
// Tessera: start-up time and rates of a machine, fitted to measured messages.
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

/// Measured times for each use of the ports (see StepKind). All three lists have the same sizes, ascending.
struct PortTimes {
    std::vector<MessageTime> exchange;     ///< two ranks send to each other
    std::vector<MessageTime> send_receive; ///< each rank sends to one rank and receives from another
    std::vector<MessageTime> single;       ///< one rank sends, the other receives
};

struct ProtocolFit {
    std::vector<Protocol> protocols; ///< several if longer messages clearly behave differently; without beta_sat
    double error = 0;                ///< root mean square of the relative errors of all times
};

/// Fits seconds = alpha + bytes * beta, with one alpha and one beta per use of the ports, by least squares of the relative errors.
/// No parameter is negative. While the error is above 5 %, one protocol is split in two at the most useful measured size. A split
/// must reduce the sum of the squared errors by a quarter or more, and leave each part four sizes or more. There are at most four
/// protocols. Precondition: at least two sizes.
[[nodiscard]] ProtocolFit fit_protocols(PortTimes const& times);

} // namespace tessera
