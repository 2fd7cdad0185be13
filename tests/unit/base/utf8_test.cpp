// SPDX-License-Identifier: BSD-3-Clause
// Tessera: characters of one to four bytes, invalid texts, and Python's lone surrogates.
#include "libcore/base/utf8.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class Utf8Test : public QObject {
    Q_OBJECT

  private slots:
    void every_character_is_read_back();
    void encodings_are_those_of_the_standard();
    void invalid_texts_are_no_utf8();
    void a_lone_surrogate_has_three_bytes();
};

void Utf8Test::every_character_is_read_back() {
    for (std::uint32_t point = 0; point < 0x110000; point += point < 0x1000 ? 1 : 37) {
        if (point >= 0xD800 && point < 0xE000) continue;
        std::string const text = utf8_of(point);
        QVERIFY(is_utf8(text));
        QCOMPARE(characters_of(text), std::u32string(1, static_cast<char32_t>(point)));
    }
}

void Utf8Test::encodings_are_those_of_the_standard() {
    QCOMPARE(utf8_of(0x24), std::string("\x24"));
    QCOMPARE(utf8_of(0xA3), std::string("\xC2\xA3"));
    QCOMPARE(utf8_of(0x20AC), std::string("\xE2\x82\xAC"));
    QCOMPARE(utf8_of(0x10348), std::string("\xF0\x90\x8D\x88"));
}

void Utf8Test::invalid_texts_are_no_utf8() {
    for (char const* text : {"\xFF", "\xC2", "\xE2\x82", "\xC0\xAF", "\xED\xA0\x80", "a\x80"}) QVERIFY(!is_utf8(text));
    QVERIFY(is_utf8(""));
    QVERIFY(is_utf8(std::string_view("a\0b", 3)));
    QCOMPARE(characters_of("a\xC2z"), std::u32string(U"a\uFFFDz"));
}

void Utf8Test::a_lone_surrogate_has_three_bytes() {
    QCOMPARE(utf8_of(0xD800), std::string("\xED\xA0\x80"));
}

TEST_CLASS(Utf8Test)
#include "utf8_test.moc"
