// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a folder that stays the same one when its name leads elsewhere.
#include "libcore/base/open_folder.hpp"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera {
namespace {

/// A link in the place of a directory is removed, not followed.
void remove_tree(int folder, char const* name) {
    if (::unlinkat(folder, name, 0) == 0 || errno == ENOENT) return;
    int const inner = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR* const entries = inner < 0 ? nullptr : ::fdopendir(inner);
    if (entries == nullptr) {
        Descriptor const closed(inner);
    } else {
        while (dirent const* const entry = ::readdir(entries)) {
            std::string_view const each(entry->d_name);
            if (each != "." && each != "..") remove_tree(inner, entry->d_name);
        }
        ::closedir(entries);
    }
    ::unlinkat(folder, name, AT_REMOVEDIR);
}

} // namespace

OpenFolder::OpenFolder(std::string path) : path_(std::move(path)) {
    static_cast<void>(is_there());
}

std::shared_ptr<OpenFolder const> OpenFolder::of(std::string const& path) {
    static std::mutex one_at_a_time;
    static std::map<std::string, std::weak_ptr<OpenFolder const>> all;
    std::lock_guard const lock(one_at_a_time);
    auto open = all[path].lock();
    if (!open) {
        open = std::make_shared<OpenFolder const>(path);
        all[path] = open;
    }
    return open;
}

bool OpenFolder::is_there() const {
    std::lock_guard const lock(opening_);
    if (opened_) return true;
    int const number = ::open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (number >= 0) opened_ = std::make_unique<Descriptor>(number);
    return number >= 0;
}

int OpenFolder::number() const {
    if (is_there()) return opened_->number();
    throw std::system_error(errno, std::generic_category(), "opening '" + path_ + "'");
}

void OpenFolder::remove(std::string const& name) const noexcept {
    if (is_there()) ::unlinkat(opened_->number(), name.c_str(), 0);
}

void OpenFolder::remove_all(std::string const& name) const noexcept {
    if (is_there()) remove_tree(opened_->number(), name.c_str());
}

void OpenFolder::sync() const noexcept {
    if (!is_there()) return;
    Descriptor const readable(::openat(opened_->number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (readable.number() >= 0) ::fsync(readable.number()); // else it can be written but not read: nothing to be done
}

} // namespace tessera
