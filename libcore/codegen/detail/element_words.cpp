// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the type of an array's elements in generated programs.
#include "libcore/codegen/detail/element_words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace tessera::detail {

namespace {

/// A type that both languages and MPI have. Values are numbers modulo a prime that the type can hold, so that no stride hides an
/// error.
struct KnownType {
    std::string_view name; ///< numpy's name
    std::string_view cpp;
    std::string_view cpp_mpi;
    std::string_view fortran;
    std::string_view fortran_mpi;
    Index modulus; ///< 0: the type can hold all numbers
    bool complex = false;
};
constexpr std::string_view byte_integer = "integer(selected_int_kind(2))";
constexpr std::string_view short_integer = "integer(selected_int_kind(4))";
constexpr std::string_view plain_integer = "integer(selected_int_kind(9))";
constexpr std::array known_types = {
    KnownType{"float32", "float", "MPI_FLOAT", "real", "MPI_REAL", 16'777'213},
    KnownType{"float64", "double", "MPI_DOUBLE", "double precision", "MPI_DOUBLE_PRECISION", 0},
    KnownType{"complex64", "std::complex<float>", "MPI_C_FLOAT_COMPLEX", "complex", "MPI_COMPLEX", 16'777'213, true},
    KnownType{"complex128", "std::complex<double>", "MPI_C_DOUBLE_COMPLEX", "complex(kind(1d0))", "MPI_DOUBLE_COMPLEX", 0, true},
    KnownType{"int8", "std::int8_t", "MPI_INT8_T", byte_integer, "MPI_INTEGER1", 127},
    KnownType{"int16", "std::int16_t", "MPI_INT16_T", short_integer, "MPI_INTEGER2", 32'749},
    KnownType{"int32", "std::int32_t", "MPI_INT32_T", plain_integer, "MPI_INTEGER4", 2'147'483'647},
    KnownType{"int64", "std::int64_t", "MPI_INT64_T", "integer(long)", "MPI_INTEGER8", 0},
    KnownType{"uint8", "std::uint8_t", "MPI_UINT8_T", byte_integer, "MPI_INTEGER1", 127},
    KnownType{"bool", "std::uint8_t", "MPI_UINT8_T", byte_integer, "MPI_INTEGER1", 127},
    KnownType{"logical16", "std::int16_t", "MPI_INT16_T", short_integer, "MPI_INTEGER2", 32'749},
    KnownType{"logical32", "std::int32_t", "MPI_INT32_T", plain_integer, "MPI_INTEGER4", 2'147'483'647},
    KnownType{"logical64", "std::int64_t", "MPI_INT64_T", "integer(long)", "MPI_INTEGER8", 0},
    KnownType{"uint16", "std::uint16_t", "MPI_UINT16_T", short_integer, "MPI_INTEGER2", 32'749},
    KnownType{"uint32", "std::uint32_t", "MPI_UINT32_T", plain_integer, "MPI_INTEGER4", 2'147'483'647},
    KnownType{"uint64", "std::uint64_t", "MPI_UINT64_T", "integer(long)", "MPI_INTEGER8", 0},
};

void add_known(ProgramWords& words, KnownType const& type, ProgramLanguage language) {
    bool const cpp = language == ProgramLanguage::Cpp;
    std::string const number =
        type.modulus == 0 ? "number" : fmt::format(fmt::runtime(cpp ? "number % {}" : "mod(number, {}_long)"), type.modulus);
    if (cpp) {
        std::string_view const part = type.name == "complex64" ? "float" : "double";
        words["element_type"] = type.cpp;
        words["element_value"] = type.complex
                                     ? fmt::format("auto const part = static_cast<{}>({});\nreturn {{part, -part}};", part, number)
                                     : fmt::format("return static_cast<Element>({});", number);
        words["untouched_value"] = type.complex ? "Element(-1, 1)" : "static_cast<Element>(-1)";
        words["mpi_type"] = fmt::format("return {};", type.cpp_mpi);
        return;
    }
    bool const integer = type.fortran.starts_with("integer");
    words["element_type"] = type.fortran;
    words["declare_value"] = "";
    words["element_value"] = type.complex ? fmt::format("element = cmplx({0}, -({0}), kind(element))", number)
                                          : fmt::format("element = {}({}, kind(element))", integer ? "int" : "real", number);
    words["untouched_value"] = type.complex ? "(-1, 1)" : "-1";
    words["mpi_type"] = fmt::format("integer, parameter :: element_type = {}", type.fortran_mpi);
    words["make_type"] = "";
}

/// Writes the number in base 251, one digit per byte. No byte is 255, the value of all bytes of an untouched element.
void add_bytes(ProgramWords& words, Index bytes, ProgramLanguage language) {
    if (language == ProgramLanguage::Cpp) {
        words["element_type"] = fmt::format("std::array<unsigned char, {}>", bytes);
        words["element_value"] = "Element bytes;\n"
                                 "for (unsigned char& byte : bytes) {\n"
                                 "    byte = static_cast<unsigned char>(number % 251);\n"
                                 "    number /= 251;\n"
                                 "}\n"
                                 "return bytes;";
        words["untouched_value"] = "[] { Element bytes; bytes.fill(255); return bytes; }()";
        words["mpi_type"] = fmt::format("static MPI_Datatype const type = [] {{\n"
                                        "    MPI_Datatype made;\n"
                                        "    MPI_Type_contiguous({}, MPI_BYTE, &made);\n"
                                        "    MPI_Type_commit(&made);\n"
                                        "    return made;\n"
                                        "}}();\n"
                                        "return type;",
                                        bytes);
        return;
    }
    words["element_type"] = fmt::format("character(len={})", bytes);
    words["declare_value"] = "integer(long) :: left\ninteger :: place";
    words["element_value"] = fmt::format("left = number\n"
                                         "do place = 1, {}\n"
                                         "  element(place:place) = char(int(mod(left, 251_long)))\n"
                                         "  left = left / 251\n"
                                         "end do",
                                         bytes);
    words["untouched_value"] = fmt::format("repeat(char(255), {})", bytes);
    words["mpi_type"] = "integer :: element_type";
    words["make_type"] = fmt::format("call MPI_Type_contiguous({}, MPI_BYTE, element_type, error)\n"
                                     "call MPI_Type_commit(element_type, error)",
                                     bytes);
}

} // namespace

void add_element_words(ProgramWords& words, ArraySpec const& array, ProgramLanguage language) {
    auto const* const known = std::ranges::find(known_types, array.type.name, &KnownType::name);
    bool const is_known = known != known_types.end();
    is_known ? add_known(words, *known, language) : add_bytes(words, array.type.bytes, language);
    Index shift = 1;
    for (Index const extent : array.extents) shift *= std::max<Index>(extent, 1);
    Index const modulus = is_known ? known->modulus : 251; // shorter byte strings repeat values
    words["written_shift"] = fmt::to_string(modulus != 0 && shift % modulus == 0 ? shift + 1 : shift);
    words["type_name"] = array.type.name;
}

} // namespace tessera::detail
