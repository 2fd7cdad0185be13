// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open folder that stays the same when its path changes.
#include "libcore/base/open_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera {
namespace {

constexpr mode_t usual_permissions = 0777; // reduced by the umask

int opened_folder(int outer, std::string const& name) {
    return ::openat(outer, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Removes a file or a directory with its content. Links are removed, not followed.
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

OpenFolder::OpenFolder(std::string path, int opened) : path_(std::move(path)), opened_(std::make_unique<Descriptor>(opened)) {}

std::shared_ptr<OpenFolder const> OpenFolder::made_below(std::string const& names) const {
    std::shared_ptr<OpenFolder const> inner;
    for (std::size_t begin = 0; begin < names.size();) {
        std::size_t const end = std::min(names.find('/', begin), names.size());
        std::string const name = names.substr(begin, end - begin);
        std::string path = path_ + '/' + names.substr(0, end);
        int const outer = inner ? inner->number() : number();
        int opened = opened_folder(outer, name);
        if (opened < 0 && errno == ENOENT && ::mkdirat(outer, name.c_str(), usual_permissions) != 0 && errno != EEXIST)
            throw std::system_error(errno, std::generic_category(), "making '" + path + "'");
        if (opened < 0) opened = opened_folder(outer, name);
        if (opened < 0 && (errno == ENOTDIR || errno == ELOOP))
            throw std::runtime_error("writing '" + path + "': it is a link, which is not followed, or a file; remove it");
        if (opened < 0) throw std::system_error(errno, std::generic_category(), "opening '" + path + "'");
        inner.reset(new OpenFolder(std::move(path), opened));
        begin = end + 1;
    }
    return inner;
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

void OpenFolder::sync() const {
    if (!is_there()) return;
    Descriptor const readable(::openat(opened_->number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (readable.number() < 0 || ::fsync(readable.number()) == 0 || errno == EINVAL || errno == EROFS) return;
    throw std::system_error(errno, std::generic_category(), "syncing the folder '" + path_ + "'");
}

} // namespace tessera
