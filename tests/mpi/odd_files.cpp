// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files as they are met in the field, that a copy must keep whole or refuse: odd_files FOLDER
#include <hdf5.h>
#include <hdf5_hl.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr hsize_t length = 6;

hid_t need(hid_t code, char const* what) {
    if (code >= 0) return code;
    std::cerr << "odd_files: " << what << " failed\n";
    std::exit(1);
}

hid_t line_of(hsize_t count) {
    return need(H5Screate_simple(1, &count, nullptr), "H5Screate_simple");
}

hid_t made(hid_t place, char const* name, hid_t type, hid_t settings = H5P_DEFAULT) {
    return need(H5Dcreate2(place, name, type, line_of(length), H5P_DEFAULT, settings, H5P_DEFAULT), name);
}

void write(hid_t set, hid_t type, void const* data) {
    need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "H5Dwrite");
}

/// -2, -1, 0, ... in a dataset of any type of numbers.
hid_t numbers(hid_t place, char const* name, hid_t type = H5T_STD_I32LE, hid_t settings = H5P_DEFAULT) {
    std::array<int, length> const values{-2, -1, 0, 1, 2, 1000};
    hid_t const set = made(place, name, type, settings);
    write(set, H5T_NATIVE_INT, values.data());
    return set;
}

hid_t any_length_text() {
    hid_t const type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    return type;
}

void external(hid_t file, char const* name, char const* outside) {
    hid_t const settings = H5Pcreate(H5P_DATASET_CREATE);
    need(H5Pset_external(settings, outside, 0, length * sizeof(std::int32_t)), "H5Pset_external");
    numbers(file, name, H5T_STD_I32LE, settings);
}

void array_of_sequences(hid_t file) {
    hsize_t const two = 2;
    hid_t const type = H5Tarray_create2(H5Tvlen_create(H5T_NATIVE_INT), 1, &two);
    std::array<int, 3> numbers{1, 2, 3};
    std::vector<hvl_t> const values(2 * length, hvl_t{numbers.size(), numbers.data()});
    write(made(file, "A", type), type, values.data());
}

struct Named {
    std::int32_t number;
    std::array<char const*, 2> texts;
};

void compound_with_texts(hid_t file) {
    hsize_t const two = 2;
    hid_t const type = H5Tcreate(H5T_COMPOUND, sizeof(Named));
    need(H5Tinsert(type, "number", HOFFSET(Named, number), H5T_NATIVE_INT), "H5Tinsert");
    need(H5Tinsert(type, "texts", HOFFSET(Named, texts), H5Tarray_create2(any_length_text(), 1, &two)), "H5Tinsert");
    std::vector<Named> const values(length, Named{7, {"one", "two"}});
    write(made(file, "A", type), type, values.data());
}

struct Pair {
    std::int32_t number;
    hvl_t sequence;
};

struct Pairs {
    std::int32_t number;
    std::array<Pair, 2> pairs;
};

hid_t pairs_type() {
    hsize_t const two = 2;
    hid_t const pair = H5Tcreate(H5T_COMPOUND, sizeof(Pair));
    need(H5Tinsert(pair, "number", HOFFSET(Pair, number), H5T_NATIVE_INT), "H5Tinsert");
    need(H5Tinsert(pair, "sequence", HOFFSET(Pair, sequence), H5Tvlen_create(H5T_STD_I32LE)), "H5Tinsert");
    hid_t const type = H5Tcreate(H5T_COMPOUND, sizeof(Pairs));
    need(H5Tinsert(type, "number", HOFFSET(Pairs, number), H5T_NATIVE_INT), "H5Tinsert");
    need(H5Tinsert(type, "pairs", HOFFSET(Pairs, pairs), H5Tarray_create2(pair, 1, &two)), "H5Tinsert");
    return type;
}

/// Sequences in compounds in arrays, written one element after the other, as HDF5 forgets those of an element at the next one.
void arrays_of_pairs(hid_t file) {
    std::array<int, length> numbers{1, 2, 3, 4, 5, 6};
    hid_t const type = pairs_type();
    hid_t const set = made(file, "A", type);
    for (hsize_t i = 0; i < length; ++i) {
        Pairs const element{static_cast<std::int32_t>(i), {Pair{7, {i % 3, numbers.data()}}, Pair{8, {i, numbers.data()}}}};
        hid_t const where = line_of(length);
        hsize_t const one = 1;
        need(H5Sselect_hyperslab(where, H5S_SELECT_SET, &i, nullptr, &one, nullptr), "H5Sselect_hyperslab");
        need(H5Dwrite(set, type, line_of(1), where, H5P_DEFAULT, &element), "H5Dwrite");
    }
}

/// A sequence of them is written at one time.
void sequences_of_pairs(hid_t file) {
    std::array<int, 3> numbers{1, 2, 3};
    std::vector<Pairs> const pairs(2, Pairs{1, {Pair{7, {3, numbers.data()}}, Pair{8, {2, numbers.data()}}}});
    hid_t const type = H5Tvlen_create(pairs_type());
    std::vector<hvl_t> const values(length, hvl_t{pairs.size(), const_cast<Pairs*>(pairs.data())});
    write(made(file, "A", type), type, values.data());
}

void texts(hid_t place, char const* name) {
    std::array<char const*, length> const values{"a", "bc", "def", "", "ghij", "klmno"};
    hid_t const type = any_length_text();
    write(made(place, name, type), type, values.data());
}

void texts_beside(hid_t file) {
    texts(file, "words");
    numbers(file, "A");
    texts(file, "zwords");
}

void sequences_beside(hid_t file) {
    numbers(file, "A");
    hid_t const type = H5Tvlen_create(H5T_NATIVE_INT);
    std::array<int, 3> numbers{1, 2, 3};
    std::vector<hvl_t> const values(length, hvl_t{numbers.size(), numbers.data()});
    write(made(file, "lists", type), type, values.data());
}

void reference_to(hid_t file, char const* path, hid_t holder) {
    hobj_ref_t reference{};
    need(H5Rcreate(&reference, file, path, H5R_OBJECT, -1), "H5Rcreate");
    hid_t const attribute = H5Acreate2(holder, "refers", H5T_STD_REF_OBJ, H5Screate(H5S_SCALAR), H5P_DEFAULT, H5P_DEFAULT);
    need(H5Awrite(need(attribute, "H5Acreate2"), H5T_STD_REF_OBJ, &reference), "H5Awrite");
}

void reference_attribute(hid_t file) {
    hid_t const set = numbers(file, "A");
    numbers(file, "B");
    reference_to(file, "/B", set);
}

void reference_beside(hid_t file) {
    numbers(file, "A");
    reference_to(file, "/A", numbers(file, "B"));
}

void references(hid_t file) {
    numbers(file, "A");
    std::array<hobj_ref_t, length> values{};
    for (hobj_ref_t& each : values) need(H5Rcreate(&each, file, "/A", H5R_OBJECT, -1), "H5Rcreate");
    write(made(file, "refs", H5T_STD_REF_OBJ), H5T_STD_REF_OBJ, values.data());
}

/// To objects and to regions, in compounds and in sequences.
void references_everywhere(hid_t file) {
    hid_t const target = numbers(file, "A");
    hid_t const group = need(H5Gcreate2(file, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Gcreate2");
    numbers(group, "B");
    std::array<hdset_reg_ref_t, length> regions{}; // all but the first refer to nothing
    hid_t const space = need(H5Dget_space(target), "H5Dget_space");
    hsize_t const first = 1;
    hsize_t const count = 3;
    need(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr), "H5Sselect_hyperslab");
    need(H5Rcreate(&regions.front(), file, "/A", H5R_DATASET_REGION, space), "H5Rcreate");
    write(made(file, "regions", H5T_STD_REF_DSETREG), H5T_STD_REF_DSETREG, regions.data());
    struct Entry {
        std::int32_t number;
        std::array<hobj_ref_t, 2> objects;
    };
    hsize_t const two = 2;
    hid_t const type = H5Tcreate(H5T_COMPOUND, sizeof(Entry));
    need(H5Tinsert(type, "number", HOFFSET(Entry, number), H5T_NATIVE_INT), "H5Tinsert");
    need(H5Tinsert(type, "objects", HOFFSET(Entry, objects), H5Tarray_create2(H5T_STD_REF_OBJ, 1, &two)), "H5Tinsert");
    Entry entry{7, {}};
    need(H5Rcreate(&entry.objects[0], file, "/g/B", H5R_OBJECT, -1), "H5Rcreate");
    need(H5Rcreate(&entry.objects[1], file, "/g", H5R_OBJECT, -1), "H5Rcreate");
    std::vector<Entry> const entries(length, entry);
    write(made(group, "entries", type), type, entries.data());
    hid_t const lists = H5Tvlen_create(H5T_STD_REF_OBJ);
    std::vector<hvl_t> const values(length, hvl_t{2, entry.objects.data()});
    write(made(file, "lists", lists), lists, values.data());
}

/// Types that belong to several datasets and attributes, themselves with an attribute.
void named_types(hid_t file) {
    hid_t const type = H5Tcopy(H5T_STD_I16BE);
    numbers(file, "A");
    hid_t const group = need(H5Gcreate2(file, "z", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Gcreate2");
    need(H5Tcommit2(group, "short", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Tcommit2");
    hid_t const set = numbers(file, "B", type);
    numbers(file, "C", type);
    hid_t const attribute = need(H5Acreate2(set, "limit", type, H5Screate(H5S_SCALAR), H5P_DEFAULT, H5P_DEFAULT), "H5Acreate2");
    std::int16_t const limit = 5;
    need(H5Awrite(attribute, H5T_NATIVE_INT16, &limit), "H5Awrite");
    need(H5Acreate2(type, "note", H5T_STD_I8LE, H5Screate(H5S_SCALAR), H5P_DEFAULT, H5P_DEFAULT), "H5Acreate2");
}

/// Files that others than this one belong to, beside the dataset that is copied.
void parts_outside(hid_t file) {
    numbers(file, "A");
    external(file, "E", "beside.bin");
    hid_t const settings = H5Pcreate(H5P_DATASET_CREATE);
    need(H5Pset_virtual(settings, line_of(length), ".", "/A", line_of(length)), "H5Pset_virtual");
    made(file, "V", H5T_STD_I32LE, settings);
}

/// A class of links that no other program knows.
void strange_link(hid_t file) {
    numbers(file, "A");
    H5L_class_t strange{};
    strange.version = H5L_LINK_CLASS_T_VERS;
    strange.id = static_cast<H5L_type_t>(H5L_TYPE_UD_MIN + 7);
    strange.trav_func = [](char const*, hid_t, void const*, size_t, hid_t, hid_t) -> hid_t { return -1; };
    need(H5Lregister(&strange), "H5Lregister");
    need(H5Lcreate_ud(file, "strange", strange.id, "where", 6, H5P_DEFAULT, H5P_DEFAULT), "H5Lcreate_ud");
}

hid_t in_chunks(hsize_t chunk) {
    hid_t const settings = H5Pcreate(H5P_DATASET_CREATE);
    need(H5Pset_chunk(settings, 1, &chunk), "H5Pset_chunk");
    return settings;
}

/// A filter that no other program has.
void strange_filter(hid_t file) {
    H5Z_class2_t strange{};
    strange.version = H5Z_CLASS_T_VERS;
    strange.id = 300;
    strange.encoder_present = strange.decoder_present = 1;
    strange.name = "strange";
    strange.filter = [](unsigned, size_t, unsigned const*, size_t bytes, size_t*, void**) { return bytes; };
    need(H5Zregister(&strange), "H5Zregister");
    hid_t const settings = in_chunks(length);
    need(H5Pset_filter(settings, strange.id, 0, 0, nullptr), "H5Pset_filter");
    numbers(file, "A", H5T_STD_I32LE, settings);
}

/// A dimension without an end, in chunks that are longer than what it holds so far.
void growing(hid_t file) {
    hsize_t const most = H5S_UNLIMITED;
    hid_t const settings = in_chunks(1024);
    hid_t const space = need(H5Screate_simple(1, &length, &most), "H5Screate_simple");
    std::array<int, length> const values{-2, -1, 0, 1, 2, 1000};
    write(need(H5Dcreate2(file, "A", H5T_STD_I32LE, space, H5P_DEFAULT, settings, H5P_DEFAULT), "H5Dcreate2"), H5T_NATIVE_INT,
          values.data());
}

/// The chunk that reaches beyond the array is not deflated, and only the dataset's settings say so.
void plain_edge(hid_t file) {
    hid_t const settings = in_chunks(length - 2);
    need(H5Pset_deflate(settings, 4), "H5Pset_deflate");
    need(H5Pset_chunk_opts(settings, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS), "H5Pset_chunk_opts");
    numbers(file, "A", H5T_STD_I32LE, settings);
}

/// Many datasets on the same dimensions: work that grows with their square shows.
void many_on_one_scale(hid_t file) {
    hid_t const scale = numbers(file, "x");
    need(H5DSset_scale(scale, "x"), "H5DSset_scale");
    for (int i = 0; i < 600; ++i)
        need(H5DSattach_scale(numbers(file, ("v" + std::to_string(i)).c_str()), scale, 0), "H5DSattach_scale");
}

void hard_link(hid_t file) {
    numbers(file, "A");
    numbers(file, "B");
    need(H5Lcreate_hard(file, "B", file, "C", H5P_DEFAULT, H5P_DEFAULT), "H5Lcreate_hard");
}

void link_to_root(hid_t file) {
    numbers(file, "A");
    need(H5Lcreate_hard(file, "/", file, "again", H5P_DEFAULT, H5P_DEFAULT), "H5Lcreate_hard");
}

void external_link(hid_t file) {
    numbers(file, "A");
    need(H5Lcreate_external("plain.h5", "/A", file, "elsewhere", H5P_DEFAULT, H5P_DEFAULT), "H5Lcreate_external");
}

void soft_links(hid_t file) {
    numbers(file, "A");
    hid_t const group = need(H5Gcreate2(file, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Gcreate2");
    for (char const* const commented : {"A", "g"})
        need(H5Oset_comment_by_name(file, commented, "said of it", H5P_DEFAULT), "H5Oset_comment_by_name");
    need(H5Lcreate_soft("/A", group, "to_A", H5P_DEFAULT, H5P_DEFAULT), "H5Lcreate_soft");
    need(H5Lcreate_soft("/nowhere", file, "dangling", H5P_DEFAULT, H5P_DEFAULT), "H5Lcreate_soft");
}

void committed_type(hid_t file) {
    numbers(file, "A");
    hid_t const type = H5Tcopy(H5T_STD_I32LE);
    need(H5Tcommit2(file, "mine", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Tcommit2");
    numbers(file, "B", type);
}

/// Elements that only HDF5 can read, of a type that goes with the file.
void committed_elements(hid_t file) {
    hid_t const type = H5Tcopy(H5T_STD_I32LE);
    need(H5Tset_precision(type, 20), "H5Tset_precision");
    need(H5Tcommit2(file, "mine", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Tcommit2");
    hid_t const settings = H5Pcreate(H5P_DATASET_CREATE);
    need(H5Pset_layout(settings, H5D_COMPACT), "H5Pset_layout");
    numbers(file, "A", type, settings);
}

void reduced(hid_t file) {
    hid_t const twelve = H5Tcopy(H5T_STD_I16LE);
    need(H5Tset_precision(twelve, 12), "H5Tset_precision");
    need(H5Tset_offset(twelve, 2), "H5Tset_offset");
    numbers(file, "A", twelve);
    hid_t const three = H5Tcopy(H5T_STD_I32BE);
    need(H5Tset_precision(three, 24), "H5Tset_precision");
    need(H5Tset_size(three, 3), "H5Tset_size");
    numbers(file, "three", three);
    hid_t const brief = H5Tcopy(H5T_IEEE_F32LE); // 20 bits in 4 bytes, somewhere in the middle
    need(H5Tset_fields(brief, 26, 20, 6, 7, 13), "H5Tset_fields");
    need(H5Tset_offset(brief, 7), "H5Tset_offset");
    need(H5Tset_precision(brief, 20), "H5Tset_precision");
    need(H5Tset_ebias(brief, 31), "H5Tset_ebias");
    numbers(file, "brief", brief);
}

void big_endian(hid_t file) {
    numbers(file, "A", H5T_STD_I32BE);
    numbers(file, "x", H5T_IEEE_F64BE);
    hid_t const pair = H5Tcreate(H5T_COMPOUND, sizeof(std::int32_t));
    need(H5Tinsert(pair, "number", 0, H5T_STD_I32BE), "H5Tinsert");
    std::array<std::int32_t, length> const values{1, 2, 3, 4, 5, 6};
    write(made(file, "pairs", pair), pair, values.data());
}

void nothing(hid_t file) {
    numbers(file, "B");
    need(H5Dcreate2(file, "A", H5T_STD_I32LE, H5Screate(H5S_NULL), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Dcreate2");
}

struct Maker {
    char const* name;
    std::function<void(hid_t)> make;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::vector<Maker> const makers{
        {"plain", [](hid_t file) { numbers(file, "A"); }},
        {"external", [](hid_t file) { external(file, "A", "outside.bin"); }},
        {"array_of_sequences", array_of_sequences},
        {"compound_with_texts", compound_with_texts},
        {"arrays_of_pairs", arrays_of_pairs},
        {"sequences_of_pairs", sequences_of_pairs},
        {"texts_beside", texts_beside},
        {"sequences_beside", sequences_beside},
        {"reference_attribute", reference_attribute},
        {"reference_beside", reference_beside},
        {"references", references},
        {"references_everywhere", references_everywhere},
        {"named_types", named_types},
        {"parts_outside", parts_outside},
        {"strange_link", strange_link},
        {"many", many_on_one_scale},
        {"strange_filter", strange_filter},
        {"growing", growing},
        {"plain_edge", plain_edge},
        {"long_double", [](hid_t file) { numbers(file, "A", H5T_NATIVE_LDOUBLE); }},
        {"texts", [](hid_t file) { texts(file, "A"); }},
        {"hard_link", hard_link},
        {"link_to_root", link_to_root},
        {"external_link", external_link},
        {"soft_links", soft_links},
        {"committed_type", committed_type},
        {"committed_elements", committed_elements},
        {"reduced", reduced},
        {"big_endian", big_endian},
        {"nothing", nothing},
    };
    for (Maker const& each : makers) {
        hid_t const file =
            need(H5Fcreate((std::string(argv[1]) + "/" + each.name + ".h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                 each.name);
        each.make(file);
    }
    return 0; // HDF5 closes what is open
}
