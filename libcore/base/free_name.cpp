// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a finished file takes its name, if nobody has it.
#include "libcore/base/free_name.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace tessera {
namespace {

namespace fs = std::filesystem;

/// A folder that holds something is not replaced by another one: the system refuses.
bool take_after_look(std::string const& draft, std::string const& name) {
    if (fs::exists(fs::symlink_status(name))) return false;
    std::error_code error;
    fs::rename(draft, name, error);
    if (error == std::errc::directory_not_empty || error == std::errc::file_exists) return false;
    if (error) throw std::system_error(error, "cannot write " + name);
    return true;
}

} // namespace

bool take_free_name(std::string const& draft, std::string const& name) {
    if (fs::is_directory(fs::symlink_status(draft))) return take_after_look(draft, name);
    if (::link(draft.c_str(), name.c_str()) != 0) {
        if (errno == EEXIST) return false;
        return take_after_look(draft, name); // some file systems have no second names
    }
    if (::unlink(draft.c_str()) != 0) throw std::system_error(errno, std::generic_category(), "cannot remove " + draft);
    return true;
}

} // namespace tessera
