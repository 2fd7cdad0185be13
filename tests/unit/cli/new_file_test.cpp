// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of files that appear complete or not at all.
#include "cli/common/new_file.hpp"

#include "cli/common/output.hpp"
#include "libcore/base/free_name.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QTemporaryDir>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace tessera;
using namespace tessera::cli;

class NewFileTest : public QObject {
    Q_OBJECT

  private slots:
    void a_new_file_holds_its_content();
    void an_existing_file_stays_unless_forced();
    void a_name_that_is_taken_stays_with_its_owner();
    void failures_leave_nothing_behind();
    void output_reports_what_the_system_refuses();

  private:
    [[nodiscard]] std::string path(char const* name) const { return folder_.filePath(name).toStdString(); }
    [[nodiscard]] static std::string content(std::string const& path) {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : "";
    }
    QTemporaryDir folder_;
};

void NewFileTest::a_new_file_holds_its_content() {
    std::string const text(1'000'000, 'x');
    QVERIFY(write_new_file(path("new"), text, false).has_value());
    QCOMPARE(content(path("new")), text);
    mode_t const mask = umask(0);
    umask(mask);
    struct stat status {};
    QCOMPARE(stat(path("new").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0666 & ~mask); // as any other program's output
}

void NewFileTest::an_existing_file_stays_unless_forced() {
    QVERIFY(write_new_file(path("old"), "first", false).has_value());
    auto const refused = write_new_file(path("old"), "second", false);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().message, "'" + path("old") + "' exists; --force overwrites it");
    QCOMPARE(content(path("old")), "first");
    QVERIFY(write_new_file(path("old"), "second", true).has_value());
    QCOMPARE(content(path("old")), "second");
}

void NewFileTest::a_name_that_is_taken_stays_with_its_owner() {
    QVERIFY(write_new_file(path("draft"), "draft", false).has_value());
    QVERIFY(write_new_file(path("owner"), "owner", false).has_value());
    QVERIFY(QFile::link(QString::fromStdString(path("nowhere")), QString::fromStdString(path("dangling"))));
    for (char const* const taken : {"owner", "dangling"}) {
        QVERIFY(!take_free_name(path("draft"), path(taken)));
        QVERIFY(!write_new_file(path(taken), "x", false));
    }
    QCOMPARE(content(path("owner")), "owner");
    QVERIFY(!QFile::exists(QString::fromStdString(path("nowhere")))); // nothing was written through the link
    QVERIFY(take_free_name(path("draft"), path("free")));
    QCOMPARE(content(path("free")), "draft");
}

void NewFileTest::failures_leave_nothing_behind() {
    QVERIFY_THROWS_EXCEPTION(std::system_error, static_cast<void>(write_new_file(path("no/such/folder"), "x", false)));
    QVERIFY(QDir(folder_.path()).mkdir("folder"));
    QVERIFY(!write_new_file(path("folder"), "x", true));
    QCOMPARE(QDir(folder_.path()).entryList({"folder*"}, QDir::AllEntries), QStringList{"folder"}); // no temporary file
}

void NewFileTest::output_reports_what_the_system_refuses() {
    int const full = open("/dev/full", O_WRONLY);
    QVERIFY(full >= 0);
    Output out(full, "the disk");
    out.write("x"); // buffered: no failure yet
    try {
        out.flush();
        QFAIL("a full disk went unnoticed");
    } catch (std::system_error const& error) {
        QCOMPARE(error.code().value(), ENOSPC);
        QVERIFY(std::string(error.what()).find("cannot write to the disk") != std::string::npos);
    }
    close(full);
}

TEST_CLASS(NewFileTest)
#include "new_file_test.moc"
