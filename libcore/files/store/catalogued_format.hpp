// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of a file that lists its arrays in one header.
#pragma once

#include "libcore/files/store/array_format.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// Implements what follows from the list of a file's arrays. `Catalogue`: the header in memory.
template <class Catalogue>
class CataloguedFormat : public ArrayFormat {
  public:
    [[nodiscard]] FileName place_of(FileName file, std::string const& array, bool several) const final {
        return dataset_of(std::move(file), array, several);
    }
    [[nodiscard]] Result<FileName> completed(FileName file) const final {
        if (!file.dataset.empty()) return file;
        auto const catalogue = load(file.path);
        if (!catalogue) return forward_error(catalogue);
        auto name = only_name(file.path, principal_arrays(**catalogue), word());
        if (!name) return fail(name.error().message + std::string(advice()));
        file.dataset = *std::move(name);
        return file;
    }
    [[nodiscard]] Result<std::vector<std::string>> datasets(std::string const& path) const final {
        return load(path).map([&](auto const& catalogue) { return arrays(*catalogue); });
    }
    [[nodiscard]] std::shared_ptr<void const> hold(std::string const& path) const final {
        auto catalogue = load(path);
        return catalogue ? *std::move(catalogue) : nullptr;
    }
    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const& request) const final {
        return load(file.path).and_then([&](auto const& catalogue) { return open_in(*catalogue, file, request); });
    }
    [[nodiscard]] ArrayMetadata metadata(FileName const& file, StorageOrder order, MetadataSelection const& wanted) const final {
        auto const catalogue = load(file.path);
        return catalogue ? metadata_in(**catalogue, file, order, wanted) : ArrayMetadata();
    }

  protected:
    /// Returns the error that the catalogue lacks the array.
    [[nodiscard]] tl::unexpected<Error> missing(FileName const& file, Catalogue const& catalogue) const {
        return no_such_array(file, arrays(catalogue), word());
    }

  private:
    [[nodiscard]] virtual std::string_view word() const = 0; ///< the format's word for an array: "tensor"
    /// Returns what to do about a file without a single array, as the end of a sentence.
    [[nodiscard]] virtual std::string_view advice() const { return ""; }
    /// Reads the catalogue, or returns the one that is held. Errors: the file cannot be read.
    [[nodiscard]] virtual Result<std::shared_ptr<Catalogue const>> load(std::string const& path) const = 0;
    [[nodiscard]] virtual std::vector<std::string> arrays(Catalogue const& catalogue) const = 0; ///< their names: "/weight"
    /// Returns the names from which completed() chooses.
    [[nodiscard]] virtual std::vector<std::string> principal_arrays(Catalogue const& catalogue) const { return arrays(catalogue); }
    /// Implement open() and metadata() with the catalogue of the file.
    [[nodiscard]] virtual Result<StoredArray> open_in(Catalogue const& catalogue, FileName const& file,
                                                      OpenRequest const& request) const = 0;
    [[nodiscard]] virtual ArrayMetadata metadata_in(Catalogue const& catalogue, FileName const& file, StorageOrder order,
                                                    MetadataSelection const& wanted) const = 0;
};

} // namespace tessera
