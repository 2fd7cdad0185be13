// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of IO_DISTRIBUTE directives (Coelho 1995, Fig. 15).
#pragma once

#include "libcore/spec/detail/symbols.hpp"
#include "libcore/spec/job.hpp"

namespace tessera::notation {

/// Distributes the processors of an arrangement onto I/O processors, by the rules that distribute an array's elements onto
/// processors.
[[nodiscard]] std::optional<IoDistribution> resolve_io_distribution(DistributeNode const& node, Symbols const& symbols,
                                                                    Diagnostics& diagnostics);

} // namespace tessera::notation
