// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of progress, with a clock and a screen of their own.
#include "cli/common/progress.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;
using namespace tessera::cli;

class ProgressTest : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void short_work_is_silent_in_mode_auto();
    void long_work_shows_in_mode_auto();
    void a_terminal_gets_a_bar_of_its_width();
    void other_places_get_lines_now_and_then();
    void the_end_is_said_once();
    void json_lines_can_be_read_one_by_one();
    void bytes_have_a_rate_and_a_time_left();
    void never_and_quiet_show_nothing();
    void an_unfinished_bar_is_taken_off_the_screen();

  private:
    Progress::Display display(bool is_tty) {
        return {is_tty, 40, [this] { return now_; }, [this](std::string_view text) { screen_ += text; }};
    }
    double now_ = 0;
    std::string screen_;
};

void ProgressTest::init() {
    now_ = 100;
    screen_.clear();
}

void ProgressTest::short_work_is_silent_in_mode_auto() {
    Progress progress("moving", 10, ProgressMode::Auto, false, display(true));
    now_ += 1;
    progress.advance(10);
    progress.finish();
    QCOMPARE(screen_, "");
}

void ProgressTest::long_work_shows_in_mode_auto() {
    Progress progress("moving", 10, ProgressMode::Auto, false, display(false));
    now_ += 3;
    progress.advance(5);
    progress.finish();
    QCOMPARE(screen_, "moving: 50 %\nmoving: 100 %\n");
}

void ProgressTest::a_terminal_gets_a_bar_of_its_width() {
    Progress progress("moving", 4, ProgressMode::Always, false, display(true));
    progress.advance(1);
    QCOMPARE(screen_, "\rmoving [######..................]  25 %");
    QCOMPARE(screen_.size(), 1U + 39U);
    progress.advance(1); // too soon for another picture
    progress.finish();
    QCOMPARE(screen_.substr(40), "\rmoving [########################] 100 %\n");
}

void ProgressTest::other_places_get_lines_now_and_then() {
    Progress progress("moving", 100, ProgressMode::Always, false, display(false));
    for (int i = 0; i < 100; ++i) {
        now_ += 0.125;
        progress.advance(1);
    }
    progress.finish();
    QCOMPARE(screen_, "moving: 1 %\nmoving: 41 %\nmoving: 81 %\nmoving: 100 %\n");
}

void ProgressTest::the_end_is_said_once() {
    for (ProgressMode const mode : {ProgressMode::Auto, ProgressMode::Always}) {
        screen_.clear();
        Progress progress("moving", 2, mode, false, display(false));
        now_ += 10;
        progress.advance(1);
        now_ += 10;
        progress.advance(1);
        progress.finish();
        QCOMPARE(screen_, "moving: 50 %\nmoving: 100 %\n");
    }
}

void ProgressTest::json_lines_can_be_read_one_by_one() {
    Progress progress("moving", 8, ProgressMode::Json, true, display(true));
    now_ += 0.5;
    progress.advance(2);
    progress.finish();
    QCOMPARE(
        screen_,
        "{\"schema\":\"tessera.progress/1\",\"what\":\"moving\",\"done\":2,\"total\":8,\"seconds\":0.5,\"rate\":4.0,\"left\":1.5}\n"
        "{\"schema\":\"tessera.progress/"
        "1\",\"what\":\"moving\",\"done\":8,\"total\":8,\"seconds\":0.5,\"rate\":16.0,\"left\":0.0}\n");
}

void ProgressTest::bytes_have_a_rate_and_a_time_left() {
    Progress progress("copying", 4096, ProgressMode::Always, false, display(false), Progress::Unit::Bytes);
    now_ += 2;
    progress.advance(1024);
    now_ += 2;
    progress.finish();
    QCOMPARE(screen_, "copying: 25 %, 512 B/s, 6 s left\ncopying: 100 %, 1.0 KiB/s\n");
}

void ProgressTest::never_and_quiet_show_nothing() {
    for (auto const& [mode, quiet] : {std::pair(ProgressMode::Never, false), std::pair(ProgressMode::Auto, true)}) {
        Progress progress("moving", 2, mode, quiet, display(true));
        now_ += 10;
        progress.advance(1);
        progress.finish();
    }
    QCOMPARE(screen_, "");
}

void ProgressTest::an_unfinished_bar_is_taken_off_the_screen() {
    {
        Progress progress("moving", 2, ProgressMode::Always, false, display(true));
        progress.advance(1);
        screen_.clear();
    }
    QCOMPARE(screen_, "\r\x1b[K");
}

TEST_CLASS(ProgressTest)
#include "progress_test.moc"
