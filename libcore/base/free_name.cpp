// SPDX-License-Identifier: BSD-3-Clause
// Tessera: renames finished files without replacing others.
#include "libcore/base/free_name.hpp"

#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace tessera {
namespace {

static_assert(working_directory == AT_FDCWD);

/// Calls renameat2() directly. It is declared in <stdio.h>, with the functions that print, which the core does not use.
bool renames(char const* draft, char const* name, int folder, unsigned flags) {
    return ::syscall(SYS_renameat2, folder, draft, folder, name, flags) == 0;
}

/// Renames after a check. The system refuses to replace a folder that is not empty.
bool take_after_look(char const* draft, char const* name, int folder) {
    if (::faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return false;
    if (renames(draft, name, folder, 0)) return true;
    if (errno == ENOTEMPTY || errno == EEXIST) return false;
    throw std::system_error(errno, std::generic_category(), std::string("cannot write ") + name);
}

} // namespace

bool take_free_name(std::string const& draft, std::string const& name, int folder) {
    if (renames(draft.c_str(), name.c_str(), folder, RENAME_NOREPLACE)) return true;
    if (errno == EEXIST) return false;
    if (::linkat(folder, draft.c_str(), folder, name.c_str(), 0) != 0) {
        if (errno == EEXIST) return false;
        return take_after_look(draft.c_str(), name.c_str(), folder);
    }
    if (::unlinkat(folder, draft.c_str(), 0) == 0) return true;
    throw std::system_error(errno, std::generic_category(), "cannot remove " + draft);
}

bool swap_names(std::string const& a, std::string const& b, int folder) {
    if (renames(a.c_str(), b.c_str(), folder, RENAME_EXCHANGE)) return true;
    if (errno == EINVAL || errno == ENOSYS) return false;
    throw std::system_error(errno, std::generic_category(), "cannot rename " + a);
}

} // namespace tessera
