// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a new HDF5 file with datasets whose elements are written past HDF5.
#include "libcore/runtime/store/hdf5/hdf5_new_file.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

Hdf5NewFile::Hdf5NewFile(std::string path, std::vector<NewArray> const& arrays, bool keeps_bytes)
    : path_(std::move(path)), doing_(fmt::format("creating '{}'", path_)), traffic_(std::make_unique<Hdf5Traffic>()) {
    QuietHdf5 const quiet;
    for (NewArray const& array : arrays) sets_.emplace_back(array, doing_);
    Hdf5Handle const settings = sets_.front().file_settings();
    Hdf5Handle const access = watched_access(*traffic_, keeps_bytes);
    unsigned const how = keeps_bytes ? H5F_ACC_TRUNC : H5F_ACC_EXCL;
    file_ = Hdf5Handle(H5Fcreate(path_.c_str(), how, settings.get(), access.get()), doing_);
    for (Hdf5NewSet& set : sets_) set.lay_out(file_.get());
    check_hdf5(H5Fflush(file_.get(), H5F_SCOPE_LOCAL), doing_); // HDF5's own raw data; all others are ours
    traffic_->hides_raw = true;
}

void Hdf5NewFile::place_all() {
    QuietHdf5 const quiet;
    for (Hdf5NewSet& set : sets_) set.place_all(*traffic_);
}

std::vector<Index> Hdf5NewFile::place(std::vector<EncodedChunk> const& chunks) {
    QuietHdf5 const quiet;
    std::vector<Index> places;
    for (EncodedChunk const& each : chunks) places.push_back(sets_.front().place(each, *traffic_));
    return places;
}

void Hdf5NewFile::close() {
    QuietHdf5 const quiet;
    for (Hdf5NewSet& set : sets_) set.close();
    file_.close(doing_);
    traffic_->check(path_);
}

} // namespace tessera
