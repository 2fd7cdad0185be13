// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a new HDF5 file with datasets whose elements are written without HDF5.
#pragma once

#include "libcore/files/store/hdf5/hdf5_new_dataset.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Lays out a file with HDF5. Afterwards every element has a file offset, and callers write its bytes. One rank; failures throw.
class Hdf5NewFile {
  public:
    /// `groups`, `dims`: those of an original in another format. `added_to`: the file whose content is copied first. `again`: the
    /// file exists already, and written elements are kept.
    Hdf5NewFile(std::string path, std::vector<NewArray> const& arrays, std::vector<GroupNotes> const& groups,
                std::vector<FileDimension> const& dims, std::optional<std::string> const& added_to, bool again,
                CreationCallback const& watch);

    /// Returns the file offsets of these chunks of an array with filters. Other arrays have their offsets already.
    [[nodiscard]] std::vector<Index> place(std::size_t array, std::vector<EncodedChunk> const& chunks);
    /// Throws if anything could not be written.
    void close();

  private:
    void align(hid_t access, hid_t creation) const;
    [[nodiscard]] Hdf5Handle creation() const;
    [[nodiscard]] Hdf5Handle access(hid_t creation, bool again) const;
    [[nodiscard]] Hdf5Handle created(NewArray const& first, bool again) const;
    [[nodiscard]] Hdf5Handle continued(std::string const& from) const;
    void lay_out(CreationCallback const& watch);
    void make_groups(std::vector<GroupNotes> const& groups) const;
    void make_dims(std::vector<FileDimension> const& dims) const;

    std::string path_;
    NewFileLayout layout_;
    std::string doing_;
    std::unique_ptr<Hdf5Traffic> traffic_;
    Hdf5Handle file_;
    std::vector<Hdf5NewDataset> sets_;
};

} // namespace tessera
