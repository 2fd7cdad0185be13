// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers the elements along a dimension of a distributed array.
#include "libcore/runtime/comm/axis/axis_enumeration.hpp"

#include "libcore/base/try.hpp"
#include "libcore/mapping/derived_mapping.hpp"

namespace tessera {

Result<AxisEnumeration> AxisEnumeration::make(Mapping const& mapping, int dim, MPI_Comm comm, AxisScanOptions options) {
    auto scan = TRY(AxisScan::make(retyped(mapping, {"int64", sizeof(Index)}), dim, ReduceOp::Sum, comm, options));
    Index const size = scan.layout() ? scan.layout()->allocation_size() : 0;
    return AxisEnumeration(std::move(scan), size);
}

void AxisEnumeration::execute(Index* numbers, std::uint8_t const* starts, Context const* where) {
    scan_.execute(reinterpret_cast<std::byte const*>(ones_.data()), reinterpret_cast<std::byte*>(numbers), starts, where);
}

} // namespace tessera
