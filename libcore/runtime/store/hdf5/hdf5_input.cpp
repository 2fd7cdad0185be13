// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an HDF5 file that is read, opened once for all who read it.
#include "libcore/runtime/store/hdf5/hdf5_input.hpp"

#include "libcore/runtime/store/hdf5/hdf5_reading.hpp"

#include "libcore/runtime/store/file_identity.hpp"

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
    plain_ = Hdf5Handle(open_to_read(path, frugal_access().get()), fmt::format("opening '{}'", path));
}

std::shared_ptr<Hdf5Input> hdf5_input(std::string const& path) {
    static std::map<std::pair<std::uint64_t, std::uint64_t>, std::weak_ptr<Hdf5Input>> open;
    FileIdentity const identity = identity_of(path);
    std::erase_if(open, [](auto const& each) { return each.second.expired(); });
    auto& known = open[{identity.device, identity.inode}];
    if (auto there = known.lock()) return there;
    auto input = std::make_shared<Hdf5Input>(path);
    known = input;
    return input;
}

} // namespace tessera
