// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length in datasets of HDF5 files.
#include "libcore/runtime/store/hdf5/hdf5_texts.hpp"

#include "libcore/runtime/store/hdf5/hdf5_find.hpp"
#include "libcore/runtime/store/hdf5/hdf5_space.hpp"
#include "libcore/runtime/store/hdf5/hdf5_values.hpp"

#include <cstring>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera {

namespace {

class Hdf5Texts final : public TextSource {
  public:
    Hdf5Texts(std::string path, std::string dataset)
        : path_(std::move(path)), dataset_(std::move(dataset)), doing_(fmt::format("reading '{}:{}'", path_, dataset_)) {}

    [[nodiscard]] std::vector<std::string> read(std::span<Run const> box) override {
        QuietHdf5 const quiet;
        open();
        std::vector<Run> const wanted(box.begin(), box.end());
        Extents sizes;
        for (Run const run : box) sizes.push_back(run.size());
        Hdf5Handle const type(H5Dget_type(set_.get()), doing_);
        Hdf5Handle const space = hdf5_space(hdf5_sizes(sizes, StorageOrder::C));
        Hdf5Values values(type.get(), space.get());
        read_values(set_.get(), whole_section(set_.get()), wanted, values);
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < values.count(); ++i) {
            char const* text = nullptr;
            std::memcpy(&text, values.data() + i * sizeof text, sizeof text);
            texts.emplace_back(text == nullptr ? "" : text);
        }
        return texts;
    }

  private:
    void open() {
        if (set_.get() >= 0) return;
        file_ = Hdf5Handle(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), doing_);
        set_ = Hdf5Handle(H5Dopen2(file_.get(), dataset_.c_str(), H5P_DEFAULT), doing_);
    }

    std::string path_;
    std::string dataset_;
    std::string doing_;
    Hdf5Handle file_;
    Hdf5Handle set_;
};

} // namespace

bool is_text_of_any_length(hid_t type) {
    return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0;
}

Hdf5Handle type_of_texts() {
    constexpr char const* making = "making a type of texts";
    Hdf5Handle type(H5Tcopy(H5T_C_S1), making);
    check_hdf5(H5Tset_size(type.get(), H5T_VARIABLE), making);
    check_hdf5(H5Tset_cset(type.get(), H5T_CSET_UTF8), making);
    return type;
}

std::shared_ptr<TextSource> hdf5_texts(std::string path, std::string dataset) {
    return std::make_shared<Hdf5Texts>(std::move(path), std::move(dataset));
}

void write_texts(hid_t set, TextSource& texts, MakingWatch const& watch) {
    Hdf5Handle const type = type_of_texts();
    for_each_box(set, type.get(), [&](std::vector<Run> const& box, hid_t space) {
        std::vector<std::string> const some = texts.read(box);
        std::vector<char const*> pointers;
        for (std::string const& text : some) {
            if (text.find('\0') != std::string::npos)
                throw Hdf5Error(fmt::format("writing '{}': one of its texts has a zero byte, which would end it in an HDF5 file",
                                            name_of_object(set)));
            pointers.push_back(text.c_str());
        }
        write_values(set, type.get(), box, space, pointers.data());
        watch(std::ssize(some));
    });
}

} // namespace tessera
