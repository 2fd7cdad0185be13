// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an HDF5 file for reading, opened once for all readers.
#include "libcore/files/store/hdf5/hdf5_input.hpp"

#include "libcore/files/store/file_identity.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace tessera {

Hdf5Input::Hdf5Input(std::string path)
    : path_(std::move(path)), watched_(open_to_read(path_, watched_access(traffic_).get()), fmt::format("opening '{}'", path_)),
      paths_(watched_.get()) {}

PosixFile const& Hdf5Input::bytes() {
    if (!bytes_) bytes_.emplace(PosixFile::open_to_read(path_));
    return *bytes_;
}

void Hdf5Input::keep_open(std::string const& path) {
    if (shared_) return;
    plain_ = open_frugally(path, fmt::format("opening '{}'", path));
    shared_.emplace(path, plain_.get());
}

std::shared_ptr<Hdf5Survey const> Hdf5Input::survey() {
    if (!survey_ && shared_) survey_ = std::make_shared<Hdf5Survey const>(survey_of(plain_.get()));
    return survey_;
}

namespace {

/// Returns the entry of the open files, by device and inode.
std::weak_ptr<Hdf5Input>& open_input(std::string const& path) {
    static std::map<std::pair<std::uint64_t, std::uint64_t>, std::weak_ptr<Hdf5Input>> open;
    FileIdentity const identity = identity_of(path);
    std::erase_if(open, [](auto const& each) { return each.second.expired(); });
    return open[{identity.device, identity.inode}];
}

} // namespace

std::shared_ptr<Hdf5Input> hdf5_input(std::string const& path) {
    std::weak_ptr<Hdf5Input>& known = open_input(path);
    if (auto there = known.lock()) return there;
    auto input = std::make_shared<Hdf5Input>(path);
    known = input;
    return input;
}

namespace {

/// Returns the survey of a file; null if it is not kept open.
std::shared_ptr<Hdf5Survey const> survey_of_held(std::string const& path) {
    if (!is_shared_open(path)) return nullptr;
    auto const input = open_input(path).lock();
    return input ? input->survey() : nullptr;
}

} // namespace

std::optional<SurveyedDataset> surveyed_dataset(std::string const& path, std::string const& dataset) {
    auto const survey = survey_of_held(path);
    auto const* const set = survey ? find_set(*survey, dataset) : nullptr;
    return set != nullptr ? std::optional(*set) : std::nullopt;
}

std::shared_ptr<Hdf5Survey const> hdf5_survey(std::string const& path, std::string const& doing) {
    if (auto survey = survey_of_held(path)) return survey;
    Hdf5Handle const file(open_to_read(path, H5P_DEFAULT), doing);
    return std::make_shared<Hdf5Survey const>(survey_of(file.get()));
}

} // namespace tessera
