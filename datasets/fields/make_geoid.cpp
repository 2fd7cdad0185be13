// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makes egm96-geoid.h5 out of the quarter-degree grid that PROJ ships (egm96_15.gtx).
#include <hdf5.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/// A grid of heights in metres; rows run from south to north, columns from west to east.
struct Grid {
    double lat0 = 0; ///< degrees, of row 0
    double lon0 = 0; ///< degrees, of column 0
    double dlat = 0;
    double dlon = 0;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> heights; ///< rows * columns, row by row
};

/// Reads the next number of a big-endian file.
template <typename Number, typename Bits>
Number read_big_endian(std::istream& in) {
    static_assert(sizeof(Number) == sizeof(Bits));
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i) {
        bits = static_cast<Bits>((bits << 8) | static_cast<unsigned char>(in.get()));
    }
    return std::bit_cast<Number>(bits);
}

/// GTX: latitude and longitude of the first value, their steps (doubles), rows and columns (32 bits), then floats.
Grid read_gtx(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    Grid grid;
    grid.lat0 = read_big_endian<double, std::uint64_t>(in);
    grid.lon0 = read_big_endian<double, std::uint64_t>(in);
    grid.dlat = read_big_endian<double, std::uint64_t>(in);
    grid.dlon = read_big_endian<double, std::uint64_t>(in);
    grid.rows = read_big_endian<std::uint32_t, std::uint32_t>(in);
    grid.columns = read_big_endian<std::uint32_t, std::uint32_t>(in);
    if (!in || grid.rows != 721 || grid.columns != 1440) {
        throw std::runtime_error(path + ": not the EGM96 grid of 721 rows and 1440 columns");
    }
    grid.heights.resize(grid.rows * grid.columns);
    for (float& height : grid.heights) {
        height = read_big_endian<float, std::uint32_t>(in);
    }
    if (!in) {
        throw std::runtime_error(path + ": ends early");
    }
    return grid;
}

/// Every second row and column: half a degree, which still shows every feature a picture can show.
Grid thin_out(Grid const& fine) {
    Grid coarse{fine.lat0, fine.lon0, 2 * fine.dlat, 2 * fine.dlon, (fine.rows + 1) / 2, (fine.columns + 1) / 2, {}};
    for (std::size_t row = 0; row < fine.rows; row += 2) {
        for (std::size_t column = 0; column < fine.columns; column += 2) {
            coarse.heights.push_back(fine.heights[row * fine.columns + column]);
        }
    }
    return coarse;
}

/// HDF5 has printed its own account of a failure by the time this throws.
template <typename Status>
Status checked(Status status) {
    if (status < 0) {
        throw std::runtime_error("HDF5 failed, see above");
    }
    return status;
}

/// Closes what an H5?create returned.
class Handle {
  public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(checked(id)), close_(close) {}
    ~Handle() { close_(id_); }
    Handle(Handle const&) = delete;
    Handle& operator=(Handle const&) = delete;
    operator hid_t() const { return id_; }

  private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

void write_attribute(hid_t object, char const* name, hid_t type, void const* value) {
    Handle const space(H5Screate(H5S_SCALAR), H5Sclose);
    Handle const attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    checked(H5Awrite(attribute, type, value));
}

void write_number(hid_t object, char const* name, double value) {
    write_attribute(object, name, H5T_IEEE_F64LE, &value);
}

void write_text(hid_t object, char const* name, char const* text) {
    Handle const type(H5Tcopy(H5T_C_S1), H5Tclose);
    checked(H5Tset_size(type, std::strlen(text)));
    checked(H5Tset_strpad(type, H5T_STR_NULLPAD));
    write_attribute(object, name, type, text);
}

/// Chunked, shuffled and deflated, and without time stamps: the same input gives the same bytes.
hid_t compact_layout(std::span<hsize_t const, 2> extents) {
    hsize_t const chunk[2] = {(extents[0] + 3) / 4, (extents[1] + 3) / 4};
    hid_t const layout = checked(H5Pcreate(H5P_DATASET_CREATE));
    checked(H5Pset_chunk(layout, 2, chunk));
    checked(H5Pset_shuffle(layout));
    checked(H5Pset_deflate(layout, 9));
    checked(H5Pset_obj_track_times(layout, false));
    return layout;
}

void write_hdf5(Grid const& grid, std::string const& path) {
    hsize_t const extents[2] = {grid.rows, grid.columns};
    Handle const file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    Handle const space(H5Screate_simple(2, extents, nullptr), H5Sclose);
    Handle const layout(compact_layout(extents), H5Pclose);
    Handle const geoid(H5Dcreate2(file, "geoid", H5T_IEEE_F32LE, space, H5P_DEFAULT, layout, H5P_DEFAULT), H5Dclose);
    checked(H5Dwrite(geoid, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, grid.heights.data()));
    write_text(geoid, "long_name", "height of the EGM96 geoid above the WGS 84 ellipsoid");
    write_text(geoid, "units", "m");
    write_text(geoid, "source", "egm96_15.gtx of PROJ (public domain), every second row and column");
    write_number(geoid, "lat0", grid.lat0);
    write_number(geoid, "lon0", grid.lon0);
    write_number(geoid, "dlat", grid.dlat);
    write_number(geoid, "dlon", grid.dlon);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "Usage: make_geoid egm96_15.gtx egm96-geoid.h5\n";
        return 2;
    }
    try {
        write_hdf5(thin_out(read_gtx(argv[1])), argv[2]);
        return EXIT_SUCCESS;
    } catch (std::exception const& error) {
        std::cerr << "make_geoid: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
