// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of what users read of an exception.
#include "libcore/base/failure_text.hpp"
#include "tests/suite/qt_suite.hpp"

#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

using namespace tessera;

class FailureTextTest : public QObject {
    Q_OBJECT

  private slots:
    void words_of_the_standard_library_do_not_stand_alone();
};

void FailureTextTest::words_of_the_standard_library_do_not_stand_alone() {
    QCOMPARE(failure_text(std::bad_alloc()), "out of memory");
    auto const full = std::make_error_code(std::errc::no_space_on_device);
    QCOMPARE(failure_text(std::filesystem::filesystem_error("cannot create directories", "a.zarr", full)),
             "making, moving or removing 'a.zarr': No space left on device");
    QCOMPARE(failure_text(std::filesystem::filesystem_error("cannot rename", ".a", "a", full)),
             "making, moving or removing '.a' to 'a': No space left on device");
    QCOMPARE(failure_text(std::runtime_error("reading 'a': it ends too early")), "reading 'a': it ends too early");
    QCOMPARE(failure_text(std::runtime_error("reading '\x1b[2Ja\nb'")), "reading '\\x1b[2Ja\\nb'");
}

TEST_CLASS(FailureTextTest)
#include "failure_text_test.moc"
