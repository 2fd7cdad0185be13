// SPDX-License-Identifier: BSD-3-Clause
// Tessera: masks that come from conditions, from files and from both.
#include "libcore/pipeline/mask_request.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/pipeline/named_files.hpp"
#include "tests/unit/pipeline/npy_text.hpp"

#include <cstdint>

using namespace tessera;

class MaskRequestTest : public QObject {
    Q_OBJECT

  private slots:
    void aFileSetsElements();
    void bothOrdersSayTheSame();
    void bothMustHold();
    void filesThatDoNotFit();
};

namespace {

ArraySpec fortran_array() {
    return {.name = "A", .type = {}, .lower = {1, 1}, .extents = {2, 3}, .order = StorageOrder::Fortran, .shadow = {}};
}

/// The elements that a request sets, as 1 and 0 by rows.
QString flags_of(MaskRequest const& request, std::map<std::string, std::string> files) {
    ArraySpec const array = fortran_array();
    auto const mask = mask_of(request, array, NamedFiles(std::move(files)));
    if (!mask) return QString::fromStdString(to_string(mask.error()));
    std::string flags(6, '0');
    BoxSet const all({PeriodicSet::interval({0, 2}), PeriodicSet::interval({0, 3})});
    (*mask)->context(array, all).for_each_run([&](Run run) {
        for (Index k = run.begin; k < run.end; ++k) flags[as_size(k)] = '1';
    });
    return QString::fromStdString(flags);
}

} // namespace

void MaskRequestTest::aFileSetsElements() {
    std::vector<std::uint8_t> const rows{1, 0, 0, 0, 1, 1};
    QCOMPARE(flags_of({.file = "m.npy"}, {{"m.npy", npy_text("bool", {2, 3}, rows)}}), QString("100011"));
}

void MaskRequestTest::bothOrdersSayTheSame() {
    std::vector<std::int32_t> const columns{-7, 0, 0, 256, 0, 1}; // of the same mask
    QCOMPARE(flags_of({.file = "m.npy"}, {{"m.npy", npy_text("int32", {2, 3}, columns, StorageOrder::Fortran)}}),
             QString("100011"));
}

void MaskRequestTest::bothMustHold() {
    std::vector<std::uint8_t> const rows{1, 0, 0, 0, 1, 1};
    std::map<std::string, std::string> const files{{"m.npy", npy_text("uint8", {2, 3}, rows)}};
    QCOMPARE(flags_of({.where = "j < 3", .file = "m.npy"}, files), QString("100010"));
    auto const mask = mask_of({.where = "j < 3", .file = "m.npy"}, fortran_array(), NamedFiles(files));
    QCOMPARE(QString::fromStdString((*mask)->text()), QString("(j < 3) and m.npy is not 0"));
    QVERIFY(!mask_of(MaskRequest{}, fortran_array(), NamedFiles(files))->has_value());
}

void MaskRequestTest::filesThatDoNotFit() {
    std::vector<std::uint8_t> const six{1, 0, 0, 0, 1, 1};
    std::vector<double> const reals(6, 1.0);
    std::string const whole = npy_text("uint8", {2, 3}, six);
    std::map<std::string, std::string> const files{{"turned.npy", npy_text("uint8", {3, 2}, six)},
                                                   {"reals.npy", npy_text("float64", {2, 3}, reals)},
                                                   {"short.npy", whole.substr(0, whole.size() - 1)},
                                                   {"text.npy", "1 0 0"}};
    auto const refusal = [&](char const* file) { return flags_of({.file = file}, files); };
    QCOMPARE(refusal("turned.npy"),
             QString("--mask: turned.npy has the shape (3,2), and A has (2,3); expected a number for each element"));
    QCOMPARE(refusal("reals.npy"), QString("--mask: reals.npy holds float64; expected booleans or integers"));
    QVERIFY(refusal("short.npy").contains("short.npy is cut short: 5 bytes of data, 6 expected"));
    QVERIFY(refusal("text.npy").startsWith("--mask: text.npy: "));
    QVERIFY(refusal("none.npy").startsWith("--mask: none.npy cannot be read"));
    QVERIFY(flags_of({.where = "k > 1", .file = "turned.npy"}, files).contains("'k' is not known here"));
}

TEST_CLASS(MaskRequestTest)
#include "mask_request_test.moc"
