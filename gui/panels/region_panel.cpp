// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that an I/O statement accesses, over the ownership picture, for changing parameters.
#include "gui/panels/region_panel.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/write.hpp"

#include <QSignalBlocker>
#include <algorithm>
#include <array>

namespace tessera::gui {

RegionPanel::RegionPanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), line_(new QComboBox), shown_(new QComboBox), sliders_(new ParameterSliders),
      summary_(new QLabel) {
    line_->setAccessibleName(tr("Region"));
    line_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    line_->setToolTip(tr(
        "Elements that an I/O statement or a loop of the job touches, or a line such as: !dist$ region read must A(i,j) for(...)"));
    summary_->setWordWrap(true);
    summary_->setMargin(2);
    summary_->setMinimumHeight(2 * summary_->fontMetrics().lineSpacing() + 4); // keeps the picture in place when the text changes
    shown_->setAccessibleName(tr("Picture"));
    shown_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    shown_->setToolTip(tr("Show the touched elements, or how many each rank has for each value of a parameter"));
    stack({rowOf({new QLabel(tr("Region")), line_, new QLabel(tr("Show")), shown_}, line_), sliders_, summary_, canvas()},
          canvas());
    sliders_->setFocusProxy(line_);
    setTabOrderOf({line_, shown_, canvas()});
    connect(line_, &QComboBox::activated, this,
            [this](int line) { this->session().change([line](Selection& selection) { selection.region.line = line; }); });
    connect(shown_, &QComboBox::activated, this, [this](int place) {
        this->session().change(
            [this, place](Selection& selection) { selection.region.varied = shown_->itemData(place).toString().toStdString(); });
    });
    connect(sliders_, &ParameterSliders::changed, this, [this](std::string const& name, Index value) {
        this->session().change([&](Selection& selection) { selection.region.values[name] = value; });
    });
    connect(canvas(), &SceneCanvas::clicked, this, &RegionPanel::clicked);
    listen();
}

void RegionPanel::forget() {
    stopDrawing();
    work_.reset();
}

void RegionPanel::showJob() {
    forget();
    DerivedPointer const derived = session().derived();
    showLines(derived ? derived->job : Job());
    redraw();
}

void RegionPanel::showLines(Job const& job) {
    QSignalBlocker const quiet(line_);
    line_->clear();
    for (RegionStatement const& statement : job.regions)
        line_->addItem(asText(describe(statement, job.find(statement.array)->array)));
    line_->setCurrentIndex(session().selection().region.line);
}

/// The choice may have been made elsewhere: on the command line, in a test.
void RegionPanel::showSelection() {
    RegionChoice const& choice = session().selection().region;
    QSignalBlocker const quiet(line_);
    line_->setCurrentIndex(choice.line);
    if (choice.line != planned_) forget();
    redraw();
}

void RegionPanel::draw() {
    if (work_) return drawWork();
    DerivedPointer const derived = session().derived();
    if (derived && !derived->job.regions.empty()) return plan();
    summary_->clear();
    shown_->clear();
    sliders_->setParameters({}, {});
    showNothing(tr("This job has no region. A region is a loop nest around a print, read or assignment, or a line !dist$ region."));
}

void RegionPanel::plan() {
    planned_ = session().selection().region.line;
    canvas()->setEmptyText(tr("Planning..."));
    start([derived = session().derived(),
           choice = session().selection().region](Background::Task const&) { return makeRegionWork(derived->job, choice); },
          [this](Result<RegionWorkPointer> const& work) { arrive(work); });
}

void RegionPanel::arrive(Result<RegionWorkPointer> const& work) {
    work_ = work ? *work : nullptr;
    if (work) return drawWork();
    summary_->clear();
    shown_->clear();
    sliders_->setParameters({}, {});
    showNothing(asText(work.error().message));
}

void RegionPanel::showSliders(RegionChoice const& choice) {
    sliders_->setParameters(work_->chosen.region.statement().parameters, work_->ranges);
    sliders_->setValues(choice.values);
    QList<QWidget*> controls{line_, shown_};
    for (std::size_t row = 0; row < sliders_->count(); ++row) controls << sliders_->slider(row) << sliders_->number(row);
    setTabOrderOf(controls << canvas());
    sliders_->setFocusProxy(sliders_->count() > 0 ? static_cast<QWidget*>(sliders_->slider(0)) : line_);
}

void RegionPanel::showChoices(RegionChoice const& choice) {
    QSignalBlocker const quiet(shown_);
    shown_->clear();
    shown_->addItem(tr("the elements"), QString());
    for (std::string const& name : work_->chosen.region.statement().parameters)
        shown_->addItem(tr("work over %1").arg(asText(name)), asText(name));
    shown_->setCurrentIndex(std::max(shown_->findData(asText(choice.varied)), 0));
}

/// The sliders update at once. The picture follows, and only the latest one is made.
void RegionPanel::drawWork() {
    RegionChoice const choice = completed(session().selection().region, *work_);
    showSliders(choice);
    showChoices(choice);
    start([work = work_, choice](Background::Task const&) { return regionPicture(*work, choice); },
          [this](Result<RegionPicture> const& picture) { arrive(picture); });
}

void RegionPanel::arrive(Result<RegionPicture> const& picture) {
    if (!picture) {
        summary_->clear();
        return showNothing(asText(picture.error().message));
    }
    auto const& [region, mapping] = work_->chosen;
    Index senders = 0;
    for (Index const sent : picture->shares.first) senders += sent > 0 ? 1 : 0;
    Index const elements = picture->shares.elements;
    QString text = tr("%1 of %2 touched (%3), on %4.")
                       .arg(groupedText(elements), countedText(mapping.volume(), "element"),
                            asText(scaled_bytes(elements * region.array().type.bytes)), countedText(senders, "rank"));
    auto const rank = session().selection().rank;
    auto const position = rank ? mapping.grid().position(*rank) : std::nullopt;
    if (position)
        text += u' ' + tr("Rank %1 holds %2 of them.").arg(*rank).arg(groupedText(picture->shares.held[as_size(*position)]));
    for (std::string const& remark : region.statement().remarks) text += u' ' + asText(remark) + u'.';
    summary_->setText(text);
    show(picture->scene);
}

/// A click on the cells of a rank selects it; a second click selects all ranks.
void RegionPanel::clicked(SceneTag const& tag) {
    if (auto const* const cell = std::get_if<CellsTag>(&tag)) toggleRankOfPlan(cell->rank);
}

namespace {

constexpr std::array regionOptions{PanelOption{"set", "NAME=VALUE"}, PanelOption{"vary", "NAME"}};

Result<Scene> sceneOfRegion(Derived const& derived, Session const& session) {
    RegionChoice const& choice = session.selection().region;
    auto const work = TRY(makeRegionWork(derived.job, choice));
    auto picture = TRY(regionPicture(*work, choice));
    return std::move(picture.scene);
}

QString regionCommand(CommandInput const& input) {
    RegionChoice const region = input.derived ? completed(input.selection.region, input.derived->job) : input.selection.region;
    QString command = QStringLiteral("distplan region ") + input.job();
    if (region.line > 0) command += QStringLiteral(" --line %1").arg(region.line + 1);
    QStringList values;
    for (auto const& [name, value] : region.values) values << QStringLiteral("%1=%2").arg(asText(name)).arg(value);
    if (!values.isEmpty()) command += QStringLiteral(" --set ") + shellWord(values.join(u','));
    if (!region.varied.empty()) command += QStringLiteral(" --vary ") + textWord(region.varied);
    return command + QStringLiteral(" --svg region.svg");
}

/// The line number counts regions or file accesses, depending on the view.
Result<void> readRegion(ViewOptions const& options) {
    RegionChoice& region = options.selection.region;
    region.values = TRY(parse_region_values(options.given.value("set").toStdString()));
    region.varied = options.given.value("vary").toStdString();
    auto const line = TRY(numberOption(options.given, "line", 1, 1));
    region.line = line - 1;
    return {};
}

Result<void> checkRegion(Session const& session) {
    RegionChoice const& choice = session.selection().region;
    auto const work = TRY(makeRegionWork(session.derived()->job, choice));
    return checkValues(choice, *work);
}

} // namespace

constinit PanelKind const RegionPanel::kind{
    .name = "region",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Region"),
    .make = makePanel<RegionPanel>,
    .scene = sceneOfRegion,
    .command = regionCommand,
    .about = QT_TRANSLATE_NOOP("ExplanationStrip",
                               "A loop uses only a part of the array. Ranks that own little of this part wait for the others."),
    .options = regionOptions,
    .read = readRegion,
    .check = checkRegion,
};

} // namespace tessera::gui
