// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a finished file takes its name, if nobody has it.
#include "libcore/base/free_name.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace tessera {
namespace {

static_assert(working_directory == AT_FDCWD);

/// A folder that holds something is not replaced by another one: the system refuses.
bool take_after_look(char const* draft, char const* name, int folder) {
    if (::faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return false;
    if (::renameat(folder, draft, folder, name) == 0) return true;
    if (errno == ENOTEMPTY || errno == EEXIST) return false;
    throw std::system_error(errno, std::generic_category(), std::string("cannot write ") + name);
}

} // namespace

bool take_free_name(std::string const& draft, std::string const& name, int folder) {
    if (::renameat2(folder, draft.c_str(), folder, name.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno == EEXIST) return false;
    if (::linkat(folder, draft.c_str(), folder, name.c_str(), 0) != 0) {
        if (errno == EEXIST) return false;
        return take_after_look(draft.c_str(), name.c_str(), folder);
    }
    if (::unlinkat(folder, draft.c_str(), 0) == 0) return true;
    throw std::system_error(errno, std::generic_category(), "cannot remove " + draft);
}

} // namespace tessera
