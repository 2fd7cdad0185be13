// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of pages that play pictures: what they hold, how large they may be, how they look on dark screens and on paper.
#include "libcore/report/pages/frames_page.hpp"

#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class FramesPageTest : public QObject {
    Q_OBJECT

  private slots:
    void it_holds_all_pictures_and_words();
    void it_is_never_larger_than_is_told();
    void it_follows_the_screen_and_prints();
};

namespace {

/// A picture with so many words in it.
Scene picture_of(Index words) {
    Scene scene;
    scene.width = scene.height = 100;
    for (Index i = 0; i < words; ++i) scene.texts.push_back({0, 0, "word " + std::to_string(i)});
    return scene;
}

Result<std::string> page_of(Index pictures, Index words) {
    return frames_page(
        "title", pictures, [words](Index) { return picture_of(words); },
        [](Index number) { return "picture " + std::to_string(number); });
}

} // namespace

void FramesPageTest::it_holds_all_pictures_and_words() {
    auto const page = page_of(3, 2);
    QVERIFY(page.has_value());
    for (char const* const words : {"picture 0", "picture 2", "word 1", "<title>title</title>", "playedBy"})
        QVERIFY2(page->find(words) != std::string::npos, words);
    for (char const* const elsewhere : {"src=", "href=", "url(", "import "})
        QVERIFY2(page->find(elsewhere) == std::string::npos, elsewhere);
}

void FramesPageTest::it_is_never_larger_than_is_told() {
    Index drawn = 0;
    auto const page = frames_page(
        "title", 300,
        [&drawn](Index) {
            ++drawn;
            return picture_of(20'000);
        },
        [](Index) { return ""; });
    QVERIFY(!page);
    QVERIFY2(page.error().message.starts_with("the page would be larger than 16 MiB: it would contain 300 pictures"),
             page.error().message.c_str());
    QVERIFY(drawn > 1 && drawn < 100);
    auto const largest = page_of(4, 20'000);
    QVERIFY(largest && std::ssize(*largest) < 2 * most_page_bytes);
}

void FramesPageTest::it_follows_the_screen_and_prints() {
    auto const page = page_of(1, 1);
    QVERIFY(page->find("prefers-color-scheme: dark") != std::string::npos);
    QVERIFY(page->find("@media print") != std::string::npos);
    QVERIFY(page->find("ArrowRight") != std::string::npos);
}

TEST_CLASS(FramesPageTest)
#include "frames_page_test.moc"
