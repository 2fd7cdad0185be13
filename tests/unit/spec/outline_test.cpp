// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of where the lists of a job stand.
#include "libcore/spec/outline.hpp"
#include "tests/suite/qt_suite.hpp"

namespace tessera {

class OutlineTest : public QObject {
    Q_OBJECT
  private slots:
    void listsStandWhereTheySay();
    void formsOfDirectives_data();
    void formsOfDirectives();
    void continuedListsAreOneItem();
    void commentsAndBrokenTextAreNoLists();
};

namespace {

using Kind = OutlineList::Kind;

/// "A,B: block|cyclic(4)" for each list of a kind.
QStringList listsOf(std::string_view text, Kind kind) {
    QStringList found;
    for (OutlineList const& list : outline(text)) {
        if (list.kind != kind) continue;
        QStringList names;
        QStringList items;
        for (std::string const& name : list.names) names << QString::fromStdString(name);
        for (OutlineItem const& item : list.items) items << QString::fromStdString(item.text);
        found << names.join(",") + ": " + items.join("|");
    }
    return found;
}

} // namespace

void OutlineTest::listsStandWhereTheySay() {
    std::string const text = "! two arrays\n      real*8 A(0:9, n+1), s, B(5)\n!hpf$ processors P(4), Q( 2,2 )\r\n"
                             "!hpf$ distribute A( gen_block((/3,7/)) ,*) onto P(1:2)\n";
    auto const lists = outline(text);
    for (OutlineList const& list : lists)
        for (OutlineItem const& item : list.items)
            QCOMPARE(text.substr(item.range.begin, item.range.end - item.range.begin), item.text);
    QCOMPARE(listsOf(text, Kind::ElementType), QStringList{"A,B: real*8"});
    QCOMPARE(listsOf(text, Kind::ArrayBounds), (QStringList{"A: 0:9|n+1", "B: 5"}));
    QCOMPARE(listsOf(text, Kind::ProcessorBounds), (QStringList{"P: 4", "Q: 2|2"}));
    QCOMPARE(listsOf(text, Kind::Formats), QStringList{"A: gen_block((/3,7/))|*"});
    QCOMPARE(listsOf(text, Kind::Onto), QStringList{"A: 1:2"});
    QCOMPARE(text.substr(lists.back().statement.begin, 17), std::string("!hpf$ distribute "));
    QCOMPARE(lists.back().statement.end, text.size());
}

void OutlineTest::formsOfDirectives_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("expected");
    auto const row = [](char const* text, Kind kind, char const* expected) {
        QTest::newRow(text) << text << static_cast<int>(kind) << expected;
    };
    row("!hpf$ distribute (block,*) onto P :: A, B", Kind::Formats, "A,B: block|*");
    row("CHPF$ REDISTRIBUTE A(CYCLIC(3))", Kind::NewFormats, "A: CYCLIC(3)");
    row("!hpf$ align A(i,*) with T(2*i-1,*)", Kind::AlignSources, "A: i|*");
    row("!hpf$ align A(i,*) with T(2*i-1,*)", Kind::AlignSubscripts, "A: 2*i-1|*");
    row("!hpf$ realign with T(:) :: A, B", Kind::NewAlignSubscripts, "A,B: :");
    row("!dist$ ranks P(0,3,4:11)", Kind::Ranks, "P: 0|3|4:11");
    row("!dist$ order P(col)", Kind::Order, "P: col");
    row("!hpf$ template, dimension(68,30) :: T, U", Kind::TemplateBounds, "T,U: 68|30");
    row("!hpf$ processors :: P(4)", Kind::ProcessorBounds, "P: 4");
    row("!dist$ array int shape[8][1:9]", Kind::ArrayBounds, "shape: 8|1:9");
    row("!dist$ array int shape[8][1:9]", Kind::ElementType, "shape: int");
    row("      real(dp), dimension(4,n) :: A, B", Kind::ArrayBounds, "A,B: 4|n");
    row("      double precision A(4)", Kind::ElementType, "A: double precision");
    row("      dimension A(4)", Kind::ArrayBounds, "A: 4");
    row("!dist$ copy B(j,i) = A(i,j)", Kind::Other, ": copy");
    row("!hpf$ shadow A(1:1)", Kind::Other, ": shadow");
}

void OutlineTest::formsOfDirectives() {
    QFETCH(QString, text);
    QFETCH(int, kind);
    QFETCH(QString, expected);
    QCOMPARE(listsOf(text.toStdString(), static_cast<Kind>(kind)), QStringList{expected});
}

void OutlineTest::continuedListsAreOneItem() {
    std::string const text = "!hpf$ distribute A(gen_block(3, & ! comment\n!hpf$   4),*) onto P\n";
    auto const lists = outline(text);
    QCOMPARE(lists.size(), std::size_t{1});
    QCOMPARE(lists[0].items[0].text, std::string("gen_block(3,4)"));
    QCOMPARE(text.substr(lists[0].items[0].range.end), std::string(",*) onto P\n"));
    QCOMPARE((lists[0].statement == TextRun{0, text.size()}), true);
}

void OutlineTest::commentsAndBrokenTextAreNoLists() {
    QVERIFY(outline("! processors P(4)\n!hpf$ processors P(4\nprint *, A(1)\n      real x\n").empty());
    QVERIFY(outline("").empty());
    QVERIFY(outline("!hpf$").empty());
    QVERIFY(outline("!hpf$ distribute A(").empty());
}

} // namespace tessera

TEST_CLASS(tessera::OutlineTest)
#include "outline_test.moc"
