// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of what is known about a terminal, with a pseudo-terminal.
#include "cli/common/terminal.hpp"
#include "tests/suite/qt_suite.hpp"

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::cli;

class TerminalTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init();
    void a_terminal_knows_its_width_and_shows_colors();
    void the_environment_can_forbid_colors();
    void options_overrule_the_environment();
    void other_files_are_as_wide_as_columns_says();
    void cleanupTestCase();

  private:
    int controller_ = -1;
    int terminal_ = -1;
    int file_ = -1;
};

void TerminalTest::initTestCase() {
    winsize const size{.ws_row = 30, .ws_col = 123, .ws_xpixel = 0, .ws_ypixel = 0};
    QCOMPARE(openpty(&controller_, &terminal_, nullptr, nullptr, &size), 0);
    file_ = open("/dev/null", O_WRONLY);
    QVERIFY(file_ >= 0);
}

void TerminalTest::cleanupTestCase() {
    for (int const descriptor : {controller_, terminal_, file_}) close(descriptor);
}

void TerminalTest::init() {
    qputenv("TERM", "xterm");
    for (char const* name : {"NO_COLOR", "COLORTERM", "COLUMNS"}) qunsetenv(name);
}

void TerminalTest::a_terminal_knows_its_width_and_shows_colors() {
    Terminal const terminal = terminal_of(terminal_);
    QVERIFY(terminal.is_tty);
    QCOMPARE(terminal.width, 123);
    QCOMPARE(terminal.depth, ColorDepth::Palette256);
    qputenv("COLORTERM", "truecolor");
    QCOMPARE(terminal_of(terminal_).depth, ColorDepth::TrueColor);
}

void TerminalTest::the_environment_can_forbid_colors() {
    qputenv("NO_COLOR", "1");
    QCOMPARE(terminal_of(terminal_).depth, ColorDepth::None);
    qputenv("NO_COLOR", ""); // set to nothing is as good as not set
    QCOMPARE(terminal_of(terminal_).depth, ColorDepth::Palette256);
    qputenv("TERM", "dumb");
    QCOMPARE(terminal_of(terminal_).depth, ColorDepth::None);
}

void TerminalTest::options_overrule_the_environment() {
    QCOMPARE(terminal_of(terminal_, color_when("never")).depth, ColorDepth::None);
    qputenv("NO_COLOR", "1");
    QCOMPARE(terminal_of(file_, color_when("always")).depth, ColorDepth::Palette256);
}

void TerminalTest::other_files_are_as_wide_as_columns_says() {
    QVERIFY(!terminal_of(file_).is_tty);
    QCOMPARE(terminal_of(file_).depth, ColorDepth::None);
    QCOMPARE(terminal_of(file_).width, 80);
    qputenv("COLUMNS", "200");
    QCOMPARE(terminal_of(file_).width, 200);
    qputenv("COLUMNS", "wide");
    QCOMPARE(terminal_of(file_).width, 80);
}

TEST_CLASS(TerminalTest)
#include "terminal_test.moc"
