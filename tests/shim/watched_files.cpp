// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files a shimmed program reads and writes, and how often.
#include "tests/shim/watched_files.hpp"

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace tessera::shim {
namespace {

constexpr std::size_t most_descriptors = 4096; // those above are not watched

/// All files by path, and which descriptor stands for which. Never destroyed: programs write until their very end.
struct Watch {
    std::mutex mutex;
    std::map<std::string, std::unique_ptr<FileCounts>> files;
    std::array<std::atomic<FileCounts*>, most_descriptors> by_descriptor{};
};

Watch& watch_table() {
    static auto* const table = new Watch;
    return *table;
}

std::string path_of(int descriptor) {
    std::array<char, PATH_MAX> target{};
    auto const link = "/proc/self/fd/" + std::to_string(descriptor);
    auto const length = readlink(link.c_str(), target.data(), target.size());
    return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : std::string();
}

bool wanted(std::string_view path) {
    char const* const prefix = std::getenv("IO_SHIM_PREFIX");
    return prefix != nullptr && path.starts_with(prefix);
}

/// One line per file in "<IO_SHIM_REPORT>.<pid>": reads, bytes read, writes, bytes written, syncs, path.
struct Report {
    ~Report() {
        char const* const name = std::getenv("IO_SHIM_REPORT");
        if (name == nullptr) return;
        auto& table = watch_table();
        std::scoped_lock const lock(table.mutex);
        if (table.files.empty()) return;
        auto const file = std::string(name) + "." + std::to_string(getpid());
        std::FILE* const out = std::fopen(file.c_str(), "w");
        if (out == nullptr) return;
        for (auto const& [path, counts] : table.files)
            std::fprintf(out, "%lld %lld %lld %lld %lld %s\n", static_cast<long long>(counts->reads),
                         static_cast<long long>(counts->bytes_read), static_cast<long long>(counts->writes),
                         static_cast<long long>(counts->bytes_written), static_cast<long long>(counts->syncs), path.c_str());
        std::fclose(out);
    }
};
Report const report_at_exit;

std::atomic<FileCounts*>* slot(int descriptor) {
    auto const place = static_cast<std::size_t>(descriptor);
    return descriptor >= 0 && place < most_descriptors ? &watch_table().by_descriptor[place] : nullptr;
}

} // namespace

void watch(int descriptor) {
    auto* const place = slot(descriptor);
    if (place == nullptr) return;
    auto const path = path_of(descriptor);
    if (!wanted(path)) {
        *place = nullptr;
        return;
    }
    auto& table = watch_table();
    std::scoped_lock const lock(table.mutex);
    auto& counts = table.files[path];
    if (!counts) counts = std::make_unique<FileCounts>();
    counts->path = path;
    *place = counts.get();
}

void forget(int descriptor) {
    if (auto* const place = slot(descriptor)) *place = nullptr;
}

FileCounts* watched(int descriptor) {
    auto* const place = slot(descriptor);
    return place == nullptr ? nullptr : place->load();
}

void note_names(int descriptor) {
    char const* const name = std::getenv("IO_SHIM_NAMES");
    if (name == nullptr) return;
    auto const path = path_of(descriptor);
    std::error_code none;
    if (!wanted(path) || !std::filesystem::is_directory(path, none)) return;
    std::string names; // before the lock, which open() takes
    for (auto const& entry : std::filesystem::directory_iterator(path, none)) names += entry.path().filename().string() + " ";
    auto& table = watch_table();
    std::FILE* const out = std::fopen((std::string(name) + "." + std::to_string(getpid())).c_str(), "a");
    if (out == nullptr) return;
    std::scoped_lock const lock(table.mutex);
    std::fprintf(out, "%s\n", names.c_str());
    std::fclose(out);
}

void add_up(FileCounts& sum) {
    auto& table = watch_table();
    std::scoped_lock const lock(table.mutex);
    for (auto const& [path, counts] : table.files) {
        sum.reads += counts->reads;
        sum.bytes_read += counts->bytes_read;
        sum.writes += counts->writes;
        sum.bytes_written += counts->bytes_written;
    }
}

} // namespace tessera::shim
