// SPDX-License-Identifier: BSD-3-Clause
// Tessera: index lists and their values from npy files.
#include "libcore/pipeline/index_request.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/pipeline/named_files.hpp"
#include "tests/unit/pipeline/npy_text.hpp"

#include <cstdint>
#include <cstring>

using namespace tessera;

class IndexRequestTest : public QObject {
    Q_OBJECT

  private slots:
    void tuplesNameElements();
    void tuplesInBothStorageOrders();
    void tuplesThatDoNotFit();
    void valuesHaveTheShapeOfTheIndices();
    void valuesLieAsTheRanksHaveThem();
};

namespace {

Mapping mapped(std::string const& array, std::string const& text) {
    Job const job = parse_compact({{array}, text, "", {}}, {2, nullptr}).value();
    return Mapping::make(job.arrays[0].states[0]).value();
}

/// What the ranks name one after the other, or what is wrong.
QString named(std::string const& indices, Mapping const& mapping, std::map<std::string, std::string> files) {
    auto const lists = index_lists_of({.indices = indices}, mapping, {}, NamedFiles(std::move(files)));
    if (!lists) return QString::fromStdString(to_string(lists.error()));
    QStringList elements;
    for (Rank rank = 0; rank < lists->ranks(); ++rank)
        for (Index const element : lists->elements_of(rank)) elements << QString::number(element);
    return elements.join(' ');
}

std::string list_of(std::vector<std::int64_t> const& numbers) {
    return npy_text("int64", {std::ssize(numbers)}, numbers);
}

} // namespace

void IndexRequestTest::tuplesNameElements() {
    // A[[0,3,2],[4,1,0]] of an array of 4 rows and 5 columns; -1 in either file names none.
    std::map<std::string, std::string> const files{{"i.npy", list_of({0, 3, -1, 2, 1})}, {"j.npy", list_of({4, 1, 2, 0, -1})}};
    QCOMPARE(named("i.npy,j.npy", mapped("double A[4][5]", "(block,*)"), files), QString("4 16 10"));
    QCOMPARE(named("i.npy,j.npy", mapped("real8 A(4,5)", "(block,*)"), files), QString("16 7 2"));
    std::map<std::string, std::string> const of_ranks{
        {"i0", list_of({1})}, {"j0", list_of({2})}, {"i1", list_of({})}, {"j1", list_of({})}};
    QCOMPARE(named("i{},j{}", mapped("double A[4][5]", "(block,*)"), of_ranks), QString("7"));
    QCOMPARE(named("a,b.npy", mapped("double A[4][5]", "(block,*)"), {{"a,b.npy", list_of({3})}}), QString("3"));
}

void IndexRequestTest::tuplesInBothStorageOrders() {
    // Element (i,j) names (j,i).
    std::vector<std::int16_t> const rows{0, 0, 1, 1};
    std::vector<std::int16_t> const columns{0, 1, 0, 1};
    std::map<std::string, std::string> const c{{"i", npy_text("int16", {2, 2}, columns)}, {"j", npy_text("int16", {2, 2}, rows)}};
    QCOMPARE(named("i,j", mapped("double A[2][2]", "(block,*)"), c), QString("0 2 1 3"));
    std::map<std::string, std::string> const f{{"i", npy_text("int16", {2, 2}, rows, StorageOrder::Fortran)},
                                               {"j", npy_text("int16", {2, 2}, columns, StorageOrder::Fortran)}};
    QCOMPARE(named("i,j", mapped("double A[2][2]", "(block,*)"), f), QString("0 2 1 3"));
}

void IndexRequestTest::tuplesThatDoNotFit() {
    std::map<std::string, std::string> const files{{"i", list_of({0, 1})},
                                                   {"j", list_of({0, 9})},
                                                   {"k", list_of({0})},
                                                   {"u", npy_text<std::uint64_t>("uint64", {2}, {0, ~0ULL})}};
    Mapping const mapping = mapped("double A[4][5]", "(block,*)");
    QCOMPARE(named("i,j", mapping, files),
             QString("--indices: j: 9 (number 1 of the file) is no index of dimension 2 of A: they are "
                     "counted from 0 to 4, and -1 names no element"));
    QCOMPARE(named("i,k", mapping, files),
             QString("--indices: i has the shape (2), and k has (1); expected the same shape and order"));
    QCOMPARE(named("i,j,k", mapping, files),
             QString("--indices: 3 files for the 2 dimensions of A; expected one, or one for each dimension"));
    QVERIFY(named("i,u", mapping, files).contains("u: 18446744073709551615 (number 1 of the file) names no element"));
    QVERIFY(named("i,none", mapping, files).contains("none cannot be read"));
}

void IndexRequestTest::valuesHaveTheShapeOfTheIndices() {
    Mapping const mapping = mapped("int64 A[2][3]", "(block,*)");
    std::vector<std::int64_t> const six{0, 1, 2, 3, 4, 5};
    std::map<std::string, std::string> const all{{"list", list_of({5, 4, 3})},
                                                 {"whole", npy_text("int64", {2, 3}, six)},
                                                 {"columns", npy_text("int64", {2, 3}, six, StorageOrder::Fortran)},
                                                 {"real", npy_text<double>("float64", {3}, {1, 2, 3})},
                                                 {"three", list_of({7, 8, 9})},
                                                 {"v0", list_of({7})},
                                                 {"v1", list_of({8, 9})},
                                                 {"i0", list_of({1})},
                                                 {"i1", list_of({0, 2})}};
    NamedFiles const files(all);
    auto const values = [&](char const* indices, char const* name) {
        auto const lists = index_lists_of({.indices = indices}, mapping, {}, files);
        auto const read = index_values_of("--values", name, lists.value(), mapping.array(), files);
        if (!read) return QString::fromStdString(to_string(read.error()));
        std::vector<std::int64_t> numbers(read->size() / 8);
        std::memcpy(numbers.data(), read->data(), read->size());
        QStringList texts;
        for (std::int64_t const number : numbers) texts << QString::number(number);
        return texts.join(' ');
    };
    QCOMPARE(values("list", "three"), QString("7 8 9"));
    QCOMPARE(values("i{}", "v{}"), QString("7 8 9"));
    QCOMPARE(values("whole", "whole"), QString("0 1 2 3 4 5"));
    QCOMPARE(values("whole", "columns"), QString("0 2 4 1 3 5"));
    QCOMPARE(values("list", "whole"), QString("--values: whole has the shape (2,3); expected (3), a value for each index"));
    QCOMPARE(values("list", "real"), QString("--values: real holds float64; expected int64, as the array has"));
    QCOMPARE(values("", "three"), QString("--values gives a value for each index of --indices, which is not there"));
}

void IndexRequestTest::valuesLieAsTheRanksHaveThem() {
    Mapping const mapping = mapped("double A[4][5]", "(*,block)");
    std::vector<std::int32_t> const six{0, 1, 2, 3, 4, 5};
    auto const lies = [&](std::string const& text) {
        auto const lists = index_lists_of({.indices = "i"}, mapping, {}, NamedFiles({{"i", text}}));
        Mapping const values = lists->values_mapping();
        QString shape;
        for (Index const extent : values.array().extents) shape += QString::number(extent) + ' ';
        for (Index position = 0; position < values.grid().size(); ++position) {
            shape += QString("/%1").arg(values.owned_count(position));
            if (values.owned_count(position) != lists->room(values.grid().rank(position))) shape += "!";
        }
        return shape;
    };
    QCOMPARE(lies(npy_text("int32", {6}, six)), QString("6 /3/3"));
    QCOMPARE(lies(npy_text<std::int32_t>("int32", {5}, {0, 1, 2, 3, 4})), QString("5 /3/2"));
    QCOMPARE(lies(npy_text("int32", {2, 3}, six)), QString("2 3 /3/3"));
    QCOMPARE(lies(npy_text("int32", {1, 6}, six)), QString("1 6 /6/0"));
    QCOMPARE(lies(npy_text("int32", {3, 2}, six)), QString("3 2 /2/2/2"));
    QCOMPARE(lies(npy_text<std::int32_t>("int32", {0}, {})), QString("0 /0/0"));
}

TEST_CLASS(IndexRequestTest)
#include "index_request_test.moc"
