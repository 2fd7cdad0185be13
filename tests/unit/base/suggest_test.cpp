// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the nearest-name suggestions.
#include "libcore/base/suggest.hpp"
#include "tests/suite/qt_suite.hpp"

#include <vector>

using namespace tessera;

class SuggestTest : public QObject {
    Q_OBJECT

  private slots:
    void edit_distance_counts_each_kind_of_change();
    void nearest_name_is_suggested();
    void distant_words_get_no_suggestion();
};

void SuggestTest::edit_distance_counts_each_kind_of_change() {
    QCOMPARE(edit_distance("", ""), 0);
    QCOMPARE(edit_distance("", "abc"), 3);
    QCOMPARE(edit_distance("owner", "owners"), 1);
    QCOMPARE(edit_distance("owner", "onwer"), 1); // a swap is one change
    QCOMPARE(edit_distance("redist", "redisr"), 1);
    QCOMPARE(edit_distance("kitten", "sitting"), 3);
}

void SuggestTest::nearest_name_is_suggested() {
    std::vector<std::string> const names{"owner", "map", "redist", "draw"};
    QCOMPARE(suggestion("onwer", names), "; did you mean 'owner'?");
    QCOMPARE(suggestion("mpa", names), "; did you mean 'map'?");
    QCOMPARE(suggestion("red", names), "; did you mean 'redist'?"); // the only one that begins so
}

void SuggestTest::distant_words_get_no_suggestion() {
    std::vector<std::string> const names{"owner", "map"};
    QCOMPARE(suggestion("schedule", names), "");
    QCOMPARE(suggestion("x", {}), "");
}

TEST_CLASS(SuggestTest)
#include "suggest_test.moc"
