// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which files a job may name, and which are read for the user alone.
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace tessera;

class ListFilesTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void lists_beside_a_job_are_read();
    void a_job_reaches_no_other_folder();
    void no_file_is_waited_for_or_endless();

  private:
    [[nodiscard]] std::string path(std::string const& name) const { return folder_.path().toStdString() + "/" + name; }
    [[nodiscard]] std::string error(std::string const& name,
                                    ListFiles::AllowedPaths reach = ListFiles::AllowedPaths::Folder) const {
        auto const text = ListFiles(path("job"), reach).read(name);
        return text ? "read: " + *text : text.error().message;
    }
    QTemporaryDir folder_;
};

void ListFilesTest::initTestCase() {
    std::filesystem::create_directories(path("job/lists"));
    std::ofstream(path("job/lists/rows.txt")) << "3 4";
    std::ofstream(path("secret.txt")) << "root:x:0:0";
    std::filesystem::create_symlink("../secret.txt", path("job/linked.txt"));
    std::filesystem::create_symlink("lists/rows.txt", path("job/inside.txt"));
    QCOMPARE(::mkfifo(path("job/waits").c_str(), 0600), 0);
    std::ofstream(path("job/long.txt")) << '1';
    std::filesystem::resize_file(path("job/long.txt"), as_size(ListFiles::most_bytes) + 1);
}

void ListFilesTest::lists_beside_a_job_are_read() {
    for (std::string const name : {"lists/rows.txt", "inside.txt", "../job/lists/rows.txt"})
        QCOMPARE(error(name), std::string("read: 3 4"));
    QCOMPARE(error("../secret.txt", ListFiles::AllowedPaths::Anywhere), std::string("read: root:x:0:0"));
    QCOMPARE(error(path("secret.txt"), ListFiles::AllowedPaths::Anywhere), std::string("read: root:x:0:0"));
}

void ListFilesTest::a_job_reaches_no_other_folder() {
    for (std::string const name : {"../secret.txt", "linked.txt"})
        QCOMPARE(error(name), name + " lies outside of the folder of the job");
    QCOMPARE(error("/etc/passwd"), std::string("/etc/passwd: a job must name its lists relative to its own folder"));
}

void ListFilesTest::no_file_is_waited_for_or_endless() {
    for (std::string const name : {"waits", "lists"}) QCOMPARE(error(name), path("job/" + name) + " is not a regular file");
    QCOMPARE(error("/dev/zero", ListFiles::AllowedPaths::Anywhere), std::string("/dev/zero is not a regular file"));
    QCOMPARE(error("long.txt"), path("job/long.txt") + " has 67108865 bytes; a list has 64 MiB at most");
    QCOMPARE(error("absent.txt"), "cannot read '" + path("job/absent.txt") + "': No such file or directory");
}

TEST_CLASS(ListFilesTest)
#include "list_files_test.moc"
