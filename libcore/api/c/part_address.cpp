// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the addresses at which callers of the C interface hold their parts of arrays.
#include "libcore/api/c/part_address.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

namespace tessera::api {
namespace {

/// Returns whether the processor can read a byte there. True if the system does not say: some containers forbid the call.
bool is_readable(void const* address) {
    char byte = 0;
    iovec const here{&byte, 1};
    iovec const there{const_cast<void*>(address), 1};
    return ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0) == 1 || errno != EFAULT;
}

} // namespace

Result<void> check_part_address(void const* part, std::string const& name) {
    if (part == nullptr) return fail(fmt::format("{} is null, but this rank holds a part", name));
    if (!is_readable(part))
        return fail(fmt::format("{} is not in host memory; Tessera moves no data of a GPU, so copy it to the host first", name));
    return {};
}

} // namespace tessera::api
