// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distview's command line.
#include "gui/windows/options.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <fmt/format.h>
#include <utility>

namespace tessera::gui {
namespace {

/// The options with a value, and the placeholder of the value in the help.
constexpr std::pair<char const*, char const*> valuedOptions[] = {
    {"export", "FILE"},      {"view", "VIEW"},         {"step", "N"},         {"rank", "R"},          {"algorithm", "NAME"},
    {"topology", "NETWORK"}, {"placement", "HOW"},     {"machine", "FILE"},   {"access", "WAY"},      {"domains", "KIND"},
    {"size", "WxH"},         {"screenshot", "FILE"},   {"theme", "NAME"},     {"over", "WHAT"},       {"vary", "NAME"},
    {"operation", "NAME"},   {"stencil", "NAME"},      {"periodic", "DIMS"},  {"wide", "K"},          {"by", "DISTANCES"},
    {"edge", "WHAT"},        {"indices", "FILE"},      {"pattern", "P"},      {"where", "CONDITION"}, {"where-target", "CONDITION"},
    {"array-name", "NAME"},  {"state", "N"},           {"set", "NAME=VALUE"}, {"line", "N"},          {"what-if", "WISH"},
    {"lesson", "NAME"},      {"export-lesson", "NAME"}};

void declare(QCommandLineParser& parser) {
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsOptions);
    parser.addPositionalArgument("JOB", "the job file");
    for (auto const& [name, value] : valuedOptions)
        parser.addOption(QCommandLineOption(QString::fromLatin1(name), {}, QString::fromLatin1(value)));
    parser.addOption(QCommandLineOption(QStringLiteral("force")));
    parser.addOption(QCommandLineOption(QStringList{QStringLiteral("h"), QStringLiteral("help")}));
    parser.addOption(QCommandLineOption(QStringLiteral("version")));
}

Result<QSize> sizeOf(QString const& text) {
    static QRegularExpression const pattern(QStringLiteral("^([0-9]{1,5})[xX]([0-9]{1,5})$"));
    QRegularExpressionMatch const match = pattern.match(text);
    QSize const size(match.captured(1).toInt(), match.captured(2).toInt());
    if (size.isEmpty() || size.width() > 16384 || size.height() > 16384)
        return fail(
            fmt::format("--size: '{}' is not a size in pixels up to 16384x16384, e.g. --size 1280x800", text.toStdString()));
    return size;
}

Result<int> numberOf(char const* option, QString const& text, int least) {
    bool isNumber = false;
    int const number = text.toInt(&isNumber);
    if (!isNumber || number < least)
        return fail(fmt::format("--{}: '{}' is not a number of {} or more", option, text.toStdString(), least));
    return number;
}

Result<void> readView(QCommandLineParser const& parser, Options& options) {
    if (!parser.isSet("view")) return {};
    QString const name = parser.value("view");
    if (auto const insight = insight_named(name.toStdString())) {
        options.view = View::Insight;
        options.insight = *insight;
        return {};
    }
    auto const view = viewNamed(name);
    if (!view)
        return fail(
            fmt::format("--view: there is no view '{}'; the views are ownership, messages, schedule, network, cost, io, comm, "
                        "region, program, template, balance, memory, rhythms and stages",
                        name.toStdString()));
    options.view = *view;
    return {};
}

Result<void> readOver(QCommandLineParser const& parser, Options& options) {
    QString const over = parser.isSet("over") ? parser.value("over") : QStringLiteral("size");
    if (over != u"size" && over != u"ranks") return fail(fmt::format("--over: '{}' is neither size nor ranks", over.toStdString()));
    options.overRanks = over == u"ranks";
    return {};
}

Result<void> readTheme(QCommandLineParser const& parser, Options& options) {
    if (!parser.isSet("theme")) return {};
    options.appearance = appearanceNamed(parser.value("theme"));
    if (options.appearance) return {};
    return fail(
        fmt::format("--theme: there is no theme '{}'; the themes are system, light and dark", parser.value("theme").toStdString()));
}

/// Reports an unknown machine before a file is opened.
Result<void> readSite(QCommandLineParser const& parser, ScheduleChoice& choice) {
    if (parser.isSet("algorithm")) choice.algorithm = parser.value("algorithm").toStdString();
    if (parser.isSet("topology")) choice.site.topology = parser.value("topology").toStdString();
    if (parser.isSet("placement")) choice.site.placement = parser.value("placement").toStdString();
    choice.site.machine = parser.value("machine").toStdString();
    auto const machine = chosenMachine(choice);
    if (!machine) return forward_error(machine);
    return {};
}

/// The step belongs to the schedule, to the file access, or to the messages of an operation, which are then drawn on the network.
Result<void> readStep(QCommandLineParser const& parser, Options& options) {
    if (!parser.isSet("step")) return {};
    options.comm.onNetwork = true;
    if (options.view == View::Comm && parser.value("step") == u"all") return {};
    auto const step = numberOf("step", parser.value("step"), 1);
    if (!step) return forward_error(step);
    options.step = *step - 1;
    options.file.phase = options.comm.step = *step - 1;
    return {};
}

Result<void> readNumbers(QCommandLineParser const& parser, Options& options) {
    if (parser.isSet("rank")) {
        auto const rank = numberOf("rank", parser.value("rank"), 0);
        if (!rank) return forward_error(rank);
        options.rank = *rank;
    }
    if (parser.isSet("size")) {
        auto const size = sizeOf(parser.value("size"));
        if (!size) return forward_error(size);
        options.size = *size;
    }
    return {};
}

Result<void> readFileChoice(QCommandLineParser const& parser, FileChoice& choice) {
    std::string const access = parser.value("access").toStdString();
    std::string const domains = parser.value("domains").toStdString();
    choice.access = access_named(access);
    choice.domains = domain_kind_named(domains);
    if (parser.isSet("access") && !choice.access)
        return fail(fmt::format("--access: '{}' is not a method; expected direct, sieve or two-phase", access));
    if (parser.isSet("domains") && !choice.domains)
        return fail(fmt::format("--domains: '{}' is not a kind of file domains; expected static, dynamic or cyclic", domains));
    return {};
}

Result<void> readComm(QCommandLineParser const& parser, View view, CommChoice& comm) {
    std::string const operation = parser.value("operation").toStdString();
    auto const named = commOperationNamed(operation);
    if (parser.isSet("operation") && !named && view != View::Program)
        return fail(
            fmt::format("--operation: '{}' is not an operation; expected halo, shift, send, get, broadcast or reduce", operation));
    comm.operation = named.value_or(CommOperation::Halo);
    auto const edge = shift_edge_named(parser.value("edge").toStdString());
    if (parser.isSet("edge") && !edge)
        return fail(fmt::format("--edge: '{}' is not known; expected keep, fill or torus", parser.value("edge").toStdString()));
    comm.shift = {parser.value("by").toStdString(), edge.value_or(ShiftEdge::Keep)};
    comm.indices = {parser.value("indices").toStdString(), parser.value("pattern").toStdString()};
    comm.halo.stencil = parser.value("stencil").toStdString();
    comm.halo.periodic = parser.value("periodic").toStdString();
    if (parser.isSet("where-target")) comm.shift.where_target = parser.value("where-target").trimmed().toStdString();
    comm.where = parser.value("where").trimmed().toStdString();
    comm.array = parser.value("array-name").toStdString();
    auto const wide = numberOf("wide", parser.isSet("wide") ? parser.value("wide") : QStringLiteral("1"), 1);
    if (!wide) return forward_error(wide);
    comm.halo.steps = *wide;
    auto const state = numberOf("state", parser.isSet("state") ? parser.value("state") : QStringLiteral("0"), 0);
    if (!state) return forward_error(state);
    comm.state = as_size(*state);
    return {};
}

/// The line number counts regions or file accesses, depending on the view.
Result<void> readRegion(QCommandLineParser const& parser, Options& options) {
    auto values = parse_region_values(parser.value("set").toStdString());
    if (!values) return forward_error(values);
    options.region.values = *std::move(values);
    options.region.varied = parser.value("vary").toStdString();
    auto const line = numberOf("line", parser.isSet("line") ? parser.value("line") : QStringLiteral("1"), 1);
    if (!line) return forward_error(line);
    options.region.line = options.file.line = *line - 1;
    return {};
}

/// The option names an operation of work or of communication, depending on the view.
void readProgram(QCommandLineParser const& parser, Options& options) {
    options.program.wishes = parser.value("what-if").toStdString();
    if (options.view == View::Program && parser.isSet("operation"))
        options.program.operation = parser.value("operation").toStdString();
}

/// With --export-lesson, the positional argument is the output page instead of a job.
Result<void> readLesson(QCommandLineParser const& parser, Options& options) {
    options.lesson = parser.value("lesson");
    options.exportLesson = parser.value("export-lesson");
    if (options.exportLesson.isEmpty()) return {};
    if (!options.exportPath.isEmpty()) return fail("--export and --export-lesson exclude each other");
    if (options.job.isEmpty())
        return fail("--export-lesson needs the name of the page, e.g. --export-lesson who-owns-it lesson.html");
    options.exportPath = std::exchange(options.job, {});
    return {};
}

} // namespace

QString helpText() {
    return QStringLiteral(R"(Usage: distview [JOB] [OPTION...]
Shows who owns an array before and after, what moves, in which order, and where.

Options:
  --view VIEW                   ownership, messages, schedule, network, cost,
                                io, comm, region, program, template, ...
  --step N                      selected step, from 1
  --rank R                      selected rank, from 0
  --size WxH                    size in pixels
  --theme NAME                  system, light or dark
  --export FILE                 write one picture (.png, .svg, .pdf) and exit
  --screenshot FILE             write the whole window and exit
  --lesson NAME                 open a lesson; an unknown name lists them all
  --export-lesson NAME PAGE     write a lesson as a page for any browser
  --force                       let these files replace existing ones
  --over size|ranks             cost: times by message length or by ranks
  -h, --help                    show this text
  --version                     show the version
As for distplan:
  schedule   --algorithm NAME  --topology T  --placement P  --machine NAME
  io         --access WAY  --domains KIND  --line N
  comm       --operation NAME  --stencil NAME  --by D  ...
  region     --set M=V  --vary NAME  --line N
  program    --what-if WISH
Examples:
  distview fft2d.hpf
  distview --export owners.png --size 1200x800 triangle.hpf
  distview --view network --step 3 --topology 'mesh(2,4)' fft2d.hpf
  distview --export-lesson two-rhythms two-rhythms.html
)");
}

Result<Options> parseOptions(QStringList const& words) {
    QCommandLineParser parser;
    declare(parser);
    if (!parser.parse(words)) return fail(parser.errorText().toStdString() + " See distview --help.");
    Options options;
    options.help = parser.isSet("help");
    options.version = parser.isSet("version");
    options.exportPath = parser.value("export");
    options.screenshot = parser.value("screenshot");
    options.force = parser.isSet("force");
    if (parser.positionalArguments().size() > 1) return fail("distview opens one job file at a time");
    if (!parser.positionalArguments().isEmpty()) options.job = parser.positionalArguments().constFirst();
    if (auto const read = readLesson(parser, options); !read) return forward_error(read);
    if (!options.exportPath.isEmpty() && options.exportLesson.isEmpty() && options.job.isEmpty())
        return fail("--export needs a job file");
    if (auto const read = readTheme(parser, options); !read) return forward_error(read);
    if (auto const read = readView(parser, options); !read) return forward_error(read);
    if (auto const read = readOver(parser, options); !read) return forward_error(read);
    if (auto const read = readStep(parser, options); !read) return forward_error(read);
    if (auto const read = readNumbers(parser, options); !read) return forward_error(read);
    if (auto const read = readFileChoice(parser, options.file); !read) return forward_error(read);
    if (auto const read = readSite(parser, options.choice); !read) return forward_error(read);
    if (auto const read = readComm(parser, options.view, options.comm); !read) return forward_error(read);
    if (auto const read = readRegion(parser, options); !read) return forward_error(read);
    readProgram(parser, options);
    if (isCollective(options.comm.operation) && parser.isSet("algorithm"))
        options.comm.collective = std::exchange(options.choice.algorithm, "auto");
    return options;
}

} // namespace tessera::gui
