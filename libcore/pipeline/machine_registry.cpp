// SPDX-License-Identifier: BSD-3-Clause
// Tessera: machine profiles by name.
#include "libcore/pipeline/machine_registry.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/data_folders.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <utility>

namespace tessera {
namespace {

constexpr std::string_view ending = ".json";

/// Returns the user's folder of profiles, or an empty path if the user has no home.
std::filesystem::path user_folder() {
    auto const named = [](char const* variable) {
        char const* const value = std::getenv(variable);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
    auto config = named("XDG_CONFIG_HOME");
    if (config.is_absolute()) return config / "tessera/machines";
    auto const home = named("HOME");
    return home.empty() ? home : home / ".config/tessera/machines";
}

tl::unexpected<Error> unknown_name(std::string_view name, std::vector<NamedProfile> const& profiles) {
    if (profiles.empty())
        return fail(fmt::format("--machine: no profile is called '{}', and none is installed; give a file", name));
    std::vector<std::string> names;
    for (NamedProfile const& each : profiles) names.push_back(each.name);
    return fail(
        fmt::format("--machine: no profile is called '{}'; there are {}{}", name, fmt::join(names, ", "), suggestion(name, names)));
}

/// Returns the path of the profile, or the text itself if it is a path.
Result<std::string> path_of(std::string_view name, MachineRegistry const& registry, FileReader const& files) {
    if (name.find('/') != std::string_view::npos || name.ends_with(ending)) return std::string(name);
    auto const profiles = registry.profiles();
    auto const found = std::ranges::find(profiles, name, &NamedProfile::name);
    if (found != profiles.end()) return found->path;
    if (files.read(std::string(name))) return std::string(name);
    return unknown_name(name, profiles);
}

} // namespace

MachineFolders MachineFolders::usual() {
    std::vector<std::string> folders;
    for (std::string const& folder : data_folders()) folders.push_back(folder + "/machines");
    if (auto const own = user_folder(); !own.empty()) folders.push_back(own.string());
    return MachineFolders(std::move(folders));
}

std::vector<NamedProfile> MachineFolders::profiles() const {
    std::map<std::string, std::string> found;
    for (std::string const& folder : folders_) {
        std::error_code absent;
        for (auto const& entry : std::filesystem::directory_iterator(folder, absent))
            if (entry.path().extension() == ending && entry.is_regular_file(absent))
                found.try_emplace(entry.path().stem().string(), entry.path().string());
    }
    std::vector<NamedProfile> profiles;
    for (auto const& [name, path] : found) profiles.push_back({name, path});
    return profiles;
}

Result<Machine> find_machine(std::string_view name_or_path, MachineRegistry const& registry, FileReader const& files) {
    auto const path = TRY(path_of(name_or_path, registry, files));
    auto const json = files.read(path);
    if (!json) return fail(fmt::format("--machine: {}", json.error().message));
    auto machine = Machine::from_json(*json);
    if (!machine) return fail(fmt::format("{}: {}", path, machine.error().message));
    return machine;
}

} // namespace tessera
