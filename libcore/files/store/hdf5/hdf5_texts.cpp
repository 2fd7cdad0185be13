// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length in datasets of HDF5 files.
#include "libcore/files/store/hdf5/hdf5_texts.hpp"

#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"

#include <cstring>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera {

namespace {

class Hdf5Texts final : public TextSource {
  public:
    Hdf5Texts(std::string path, std::string dataset, bool of_bytes)
        : path_(std::move(path)), dataset_(std::move(dataset)), doing_(fmt::format("reading '{}:{}'", path_, dataset_)),
          of_bytes_(of_bytes) {}

    [[nodiscard]] bool of_bytes() const override { return of_bytes_; }

    [[nodiscard]] std::vector<std::string> read(std::span<Run const> box) override {
        SilencedHdf5Errors const quiet;
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
            if (of_bytes_) {
                auto const sequence = element<hvl_t>(values, i);
                texts.emplace_back(static_cast<char const*>(sequence.p), sequence.p == nullptr ? 0 : sequence.len);
            } else {
                auto const* const text = element<char const*>(values, i);
                texts.emplace_back(text == nullptr ? "" : text);
            }
        }
        return texts;
    }

  private:
    template <class T>
    [[nodiscard]] static T element(Hdf5Values& values, std::size_t i) {
        T value{};
        std::memcpy(&value, values.data() + i * sizeof value, sizeof value);
        return value;
    }

    void open() {
        if (set_.get() >= 0) return;
        file_ = Hdf5Handle(open_to_read(path_, H5P_DEFAULT), doing_);
        set_ = Hdf5Handle(H5Dopen2(file_.get(), dataset_.c_str(), H5P_DEFAULT), doing_);
    }

    std::string path_;
    std::string dataset_;
    std::string doing_;
    bool of_bytes_;
    Hdf5Handle file_;
    Hdf5Handle set_;
};

} // namespace

bool is_text_of_any_length(hid_t type) {
    return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0;
}

bool is_sequence_of_bytes(hid_t type) {
    if (H5Tget_class(type) != H5T_VLEN) return false;
    Hdf5Handle const element(H5Tget_super(type), "looking at a type");
    return H5Tequal(element.get(), H5T_NATIVE_UINT8) > 0;
}

Hdf5Handle type_of_texts(bool of_bytes) {
    constexpr char const* making = "making a type of texts";
    if (of_bytes) return {H5Tvlen_create(H5T_NATIVE_UINT8), making};
    Hdf5Handle type(H5Tcopy(H5T_C_S1), making);
    check_hdf5(H5Tset_size(type.get(), H5T_VARIABLE), making);
    check_hdf5(H5Tset_cset(type.get(), H5T_CSET_UTF8), making);
    return type;
}

std::shared_ptr<TextSource> hdf5_texts(std::string path, std::string dataset, bool of_bytes) {
    return std::make_shared<Hdf5Texts>(std::move(path), std::move(dataset), of_bytes);
}

namespace {

/// Returns pointers to the texts for HDF5. The texts must not move. Throws if a text has a zero byte.
std::vector<char const*> ended_by_zeros(std::vector<std::string> const& texts, hid_t set) {
    std::vector<char const*> pointers;
    for (std::string const& text : texts) {
        if (text.find('\0') != std::string::npos)
            throw Hdf5Error(fmt::format("writing '{}': one of its texts has a zero byte, which would end it in an HDF5 file",
                                        name_of_object(set)));
        pointers.push_back(text.c_str());
    }
    return pointers;
}

std::vector<hvl_t> with_lengths(std::vector<std::string>& texts) {
    std::vector<hvl_t> sequences;
    for (std::string& text : texts) sequences.push_back({text.size(), text.data()});
    return sequences;
}

} // namespace

void write_texts(hid_t set, TextSource& texts, CreationCallback const& watch) {
    Hdf5Handle const type = type_of_texts(texts.of_bytes());
    for_each_box(set, type.get(), [&](std::vector<Run> const& box, hid_t space) {
        std::vector<std::string> some = texts.read(box);
        if (texts.of_bytes())
            write_values(set, type.get(), box, space, with_lengths(some).data());
        else
            write_values(set, type.get(), box, space, ended_by_zeros(some, set).data());
        watch(std::ssize(some));
    });
}

} // namespace tessera
