// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a finished file takes its name, if nobody has it.
#include "libcore/base/free_name.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace tessera {
namespace {

[[noreturn]] void throw_error(std::string const& name) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + name);
}

} // namespace

bool take_free_name(std::string const& draft, std::string const& name) {
    if (::renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno == EEXIST) return false;
    if (errno != EINVAL && errno != ENOSYS) throw_error(name);
    if (::link(draft.c_str(), name.c_str()) == 0) { // some network file systems know no other way
        if (::unlink(draft.c_str()) != 0) throw_error(name);
        return true;
    }
    if (errno == EEXIST) return false;
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(name, ignored))) return false;
    if (std::rename(draft.c_str(), name.c_str()) != 0) throw_error(name);
    return true;
}

} // namespace tessera
