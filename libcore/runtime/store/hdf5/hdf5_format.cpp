// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files, netCDF-4's among them: any number of arrays, chunked and filtered or not.
#include "libcore/runtime/store/hdf5/hdf5_format.hpp"

#include "libcore/runtime/store/hdf5/hdf5_array.hpp"
#include "libcore/runtime/store/hdf5/hdf5_output.hpp"

#include <utility>

namespace tessera {

namespace {

class Hdf5Format final : public ArrayFormat {
  public:
    [[nodiscard]] FormatAbilities abilities() const override {
        return {.has_chunks = true, .only_deflates = true, .has_objects = true, .holds_several = true, .adds = true};
    }
    [[nodiscard]] std::string_view name() const override { return "hdf5"; }
    [[nodiscard]] std::string_view names() const override { return "file.h5:/dataset"; }

    /// Any file with ":/dataset" behind it, whatever its ending.
    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        auto const colon = text.rfind(":/");
        if (colon == std::string_view::npos || colon == 0) return recognise_ending(text, {".h5", ".hdf5", ".nc"});
        FileName file{.path = std::string(text.substr(0, colon)), .dataset = std::string(text.substr(colon + 1))};
        if (file.dataset.size() == 1) file.dataset.clear();
        return file;
    }

    [[nodiscard]] FileName place_of(FileName file, std::string const& array, bool several) const override {
        if (file.dataset.empty() || several) file.dataset += "/" + array;
        return file;
    }

    [[nodiscard]] Result<FileName> completed(FileName file) const override {
        if (!file.dataset.empty()) return file;
        auto dataset = only_dataset(file.path);
        if (!dataset) return forward_error(dataset);
        file.dataset = *std::move(dataset);
        return file;
    }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const& request) const override {
        StorageOrder const order = request.declared ? request.declared->order : StorageOrder::C;
        return open_hdf5_array(file.path, file.dataset, order, request.as_stored ? Hdf5Elements::AsStored : Hdf5Elements::Known);
    }

    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make(OutputPlace const& place, std::vector<NewArray> arrays) const override {
        for (NewArray& array : arrays)
            if (array.like && array.like->file.format != this) array.like.reset(); // it has nothing that would fit
        return hdf5_output(place, std::move(arrays));
    }
};

} // namespace

ArrayFormat const& hdf5_format() {
    static Hdf5Format const format;
    return format;
}

} // namespace tessera
