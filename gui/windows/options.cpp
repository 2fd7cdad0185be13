// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distview's command line.
#include "gui/windows/options.hpp"

#include "gui/panels/panel_registry.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/job_files.hpp"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera::gui {
namespace {

/// The options of the window itself, and those that several views use.
constexpr PanelOption ownOptions[] = {
    {"export", "FILE"},      {"view", "VIEW"},       {"step", "N"},       {"rank", "R"},      {"algorithm", "NAME"},
    {"topology", "NETWORK"}, {"placement", "HOW"},   {"machine", "FILE"}, {"line", "N"},      {"operation", "NAME"},
    {"size", "WxH"},         {"screenshot", "FILE"}, {"theme", "NAME"},   {"lesson", "NAME"}, {"export-lesson", "NAME"}};

void declare(QCommandLineParser& parser, std::span<PanelOption const> options) {
    for (auto const& [name, value] : options)
        parser.addOption(QCommandLineOption(QString::fromLatin1(name), {}, QString::fromLatin1(value)));
}

void declare(QCommandLineParser& parser) {
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsOptions);
    parser.addPositionalArgument("JOB", "the job file");
    declare(parser, ownOptions);
    for (PanelKind const* const kind : panelKinds()) declare(parser, kind->options);
    parser.addOption(QCommandLineOption(QStringLiteral("force")));
    parser.addOption(QCommandLineOption(QStringList{QStringLiteral("h"), QStringLiteral("help"), QStringLiteral("help-all")}));
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

/// Returns "ownership, messages, ..., rhythms and stages".
std::string namesOfViews() {
    std::vector<std::string_view> names;
    for (PanelKind const* const kind : panelKinds()) {
        if (!kind->isView()) continue;
        auto const own = kind->pictures ? kind->pictures() : std::vector<std::string_view>{kind->name};
        names.insert(names.end(), own.begin(), own.end());
    }
    return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// Chooses the view, and its picture if it has several.
bool chooseView(Options& options, std::string const& name) {
    for (PanelKind const* const kind : panelKinds()) {
        if (!kind->pictures) continue;
        auto const pictures = kind->pictures();
        auto const found = std::ranges::find(pictures, name);
        if (found == pictures.end()) continue;
        kind->choose(options.selection, as_size(found - pictures.begin()));
        options.view = kind;
        return true;
    }
    options.view = viewNamed(QString::fromStdString(name));
    return options.view != nullptr;
}

Result<void> readView(QCommandLineParser const& parser, Options& options) {
    options.view = viewNamed(QStringLiteral("ownership"));
    std::string const name = parser.value("view").toStdString();
    if (!parser.isSet("view") || chooseView(options, name)) return {};
    return fail(fmt::format("--view: there is no view '{}'; the views are {}", name, namesOfViews()));
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
    TRY(chosenMachine(choice));
    return {};
}

/// Returns the step, 0-based; nothing if none or all are asked for.
Result<std::optional<int>> readStep(QCommandLineParser const& parser, View view) {
    bool const isAll = view->allSteps && parser.value("step") == u"all";
    if (isAll || !parser.isSet("step")) return std::nullopt;
    auto const step = TRY(numberOption(parser, "step", 1, 1));
    return step - 1;
}

Result<void> readNumbers(QCommandLineParser const& parser, Options& options) {
    if (parser.isSet("rank")) options.selection.rank = TRY(numberOption(parser, "rank", 0, 0));
    if (parser.isSet("size")) options.size = TRY(sizeOf(parser.value("size")));
    return {};
}

/// Reads the options of all panels, whatever view opens.
Result<void> readPanels(QCommandLineParser const& parser, Options& options) {
    auto const step = TRY(readStep(parser, options.view));
    options.selection.step = step.value_or(0);
    ViewOptions const given{parser, options.view, step, options.selection, options.choice};
    for (PanelKind const* const kind : panelKinds()) {
        if (!kind->read) continue;
        TRY(kind->read(given));
    }
    return {};
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

std::span<PanelOption const> windowOptions() {
    return ownOptions;
}

QString helpText() {
    return QStringLiteral(R"(Usage: distview [JOB] [OPTION...]
Shows who owns an array before and after, what moves, in which order, and where.
Options:
  --view VIEW                   ownership, messages, schedule, network, io, ...
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
As for distplan: --algorithm, --topology, --placement, --machine (schedule),
  --access, --domains, --line (io), --operation, --stencil, --by, ... (comm),
  --set, --vary (region), --what-if (program)
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
    TRY(readLesson(parser, options));
    if (!options.job.isEmpty()) options.job = QString::fromStdString(job_path(options.job.toStdString()));
    if (!options.exportPath.isEmpty() && options.exportLesson.isEmpty() && options.job.isEmpty())
        return fail("--export needs a job file");
    TRY(readTheme(parser, options));
    TRY(readView(parser, options));
    TRY(readNumbers(parser, options));
    TRY(readSite(parser, options.choice));
    TRY(readPanels(parser, options));
    return options;
}

} // namespace tessera::gui
