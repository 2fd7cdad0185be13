// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory under two shapes: the thesis' example, every element of other mappings, and what is refused.
#include "libcore/mapping/shape_alias.hpp"

#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {

Mapping mapped(std::string const& declared, std::string const& mapping, Index ranks) {
    Job const job = parse_compact({{declared}, mapping, "", {}}, {ranks, nullptr}).value();
    return Mapping::make(job.arrays.front().states.front()).value();
}

} // namespace

class ShapeAliasTest : public QObject {
    Q_OBJECT

  private slots:
    void imageOfTheThesis();
    void everyElementStandsWhereItLies();
    void refusesOtherMemory();
};

/// Figs. 3.11 to 3.13: 4 x 4 places on 2 x 2 nodes, node by node.
void ShapeAliasTest::imageOfTheThesis() {
    Mapping const image = mapped("int64 image[4][4]", "(block,block)", 4);
    Mapping const alias = linear_alias(image).value();
    QCOMPARE(alias.array().extents, Extents{16});
    Index const elevations[]{4, 1, 1, 2, 2, 1, 1, 4, 4, 1, 4, 4, 3, 1, 2, 1}; // as the nodes hold them
    Extents high;
    for (Index k = 0; k < 16; ++k)
        if (elevations[k] == 4) high.push_back(k);
    QCOMPARE(high, (Extents{0, 7, 8, 10, 11}));
    QCOMPARE(alias.owners(Extents{7}).front().rank, 1);
    QCOMPARE(alias.owners(Extents{11}).front().rank, 2);
    QVERIFY(check_alias(image, alias).has_value());
}

void ShapeAliasTest::everyElementStandsWhereItLies() {
    for (char const* format : {"(block,cyclic(2))", "(cyclic(3),block)", "(cyclic,*)", "(*,gen_block(2,0,5,1))"}) {
        Mapping const mapping = mapped("real8 A(7,8)", format, 4);
        Mapping const alias = linear_alias(mapping).value();
        QCOMPARE(alias.volume(), mapping.volume());
        Index seen = 0;
        for (Index position = 0; position < mapping.grid().size(); ++position) {
            Rank const rank = mapping.grid().rank(position);
            Index const count = mapping.owned_count(position);
            QCOMPARE(first_of_alias(mapping, position), seen);
            LocalLayout const line(alias, *alias.grid().position(rank));
            for (Index k = 0; k < count; ++k) {
                QCOMPARE(alias.owners(Extents{seen + k}).front().rank, rank);
                QCOMPARE(line.offset(Extents{k}), k);
            }
            seen += count;
        }
    }
}

void ShapeAliasTest::refusesOtherMemory() {
    auto const said = [](auto const& result) { return QString::fromStdString(result.error().message); };
    Mapping const rows = mapped("real8 A[8][4]", "(block,*)", 4);
    QVERIFY(check_alias(rows, mapped("real8 B[4][8]", "(*,block)", 4)).has_value());
    QVERIFY(check_alias(rows, linear_alias(rows).value()).has_value());
    QCOMPARE(said(check_alias(rows, mapped("real B[8][4]", "(block,*)", 4))), "elements of A have 8 bytes, and of B 4");
    QCOMPARE(said(check_alias(rows, mapped("real8 B[8][4]", "(gen_block(3,1,2,2),*)", 4))),
             "rank 0 has 8 elements of A, and 12 of B");
    Mapping const uneven = mapped("real8 C(7,4)", "(block,*)", 4);
    QVERIFY(check_alias(uneven, linear_alias(uneven).value()).has_value());
    Mapping const padded = mapped("real8 C(7,4)", "(block,*) lld(2)", 4);
    QCOMPARE(said(check_alias(padded, linear_alias(padded).value())), "the elements of C on rank 3 have gaps between them");
    QCOMPARE(said(linear_alias(whole_on_each(rows.array(), {0, 1}))), "A is kept in copies: its elements are not in one order");
}

TEST_CLASS(ShapeAliasTest)
#include "shape_alias_test.moc"
