// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network with links coloured by load, in the current step or in all, for one algorithm or two.
#include "gui/panels/network_panel.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/view_scene.hpp"
#include "libcore/base/try.hpp"
#include "libcore/scene/network/network_moment.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/explanation.hpp"

#include <QItemSelectionModel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::gui {

NetworkPanel::NetworkPanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), allSteps_(new QCheckBox(tr("All steps together"))), beside_(new QComboBox),
      besideCanvas_(new SceneCanvas), pictures_(new QSplitter(Qt::Horizontal)), links_(new LinksModel(this)),
      table_(new TableView(tr("links"))), traffic_(new QLabel) {
    auto* const pictures = createPictures();
    createPlayer();
    stack({createChoices(), pictures}, pictures);
    setTabOrderOf({canvas(), besideCanvas_, table_});
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &NetworkPanel::selectLink);
    connect(canvas(), &SceneCanvas::clicked, this, &NetworkPanel::clicked);
    connect(allSteps_, &QCheckBox::toggled, this,
            [this](bool all) { this->session().change([all](Selection& selection) { selection.network.allSteps = all; }); });
    connect(beside_, &QComboBox::currentIndexChanged, this, [this](int chosen) {
        std::string const name = chosen > 0 ? beside_->itemText(chosen).toStdString() : std::string();
        this->session().change([&name](Selection& selection) { selection.network.beside = name; });
    });
    listen();
}

QWidget* NetworkPanel::createChoices() {
    beside_->addItem(tr("nothing"));
    for (AlgorithmInfo const& info : algorithms()) {
        beside_->addItem(asText(info.name));
        beside_->setItemData(beside_->count() - 1, asText(explanation_of(info.name)), Qt::ToolTipRole);
    }
    beside_->setAccessibleName(tr("Second algorithm"));
    allSteps_->setToolTip(tr("Show what each link carries in the whole schedule"));
    auto* const gap = new QWidget;
    return rowOf({allSteps_, gap, new QLabel(tr("Compare with")), beside_}, gap);
}

/// The player uses the clock of the schedule and the data flow, at the selected step. Between steps it shows moving messages.
void NetworkPanel::createPlayer() {
    auto* const player =
        new Player(Player::Speed::Frames, {tr("Play"), tr("Play the messages on the network"), tr("Time, in steps")}, this);
    connect(player, &Player::moved, this, &NetworkPanel::play);
    connect(player, &Player::paused, this, [this] {
        select(this->player()->position());
        redraw(); // the last frame may differ slightly from the selected percentage
    });
    setPlayer(player);
    player->hide(); // the clock is in the bar above
}

/// Returns the step of the schedule, 0-based; at the end the last step.
int NetworkPanel::stepAt(double position) const {
    int const steps = session().schedule() ? session().schedule()->schedule->steps() : 0;
    return std::max(std::min(static_cast<int>(position), steps - 1), 0);
}

/// During playback other views only get whole steps, so that a frame redraws this panel alone.
void NetworkPanel::play(double position) {
    if (!player()->isPlaying()) return select(position);
    Selection const& selection = session().selection();
    if (stepAt(position) != selection.step || selection.network.percent != 0 || selection.network.allSteps)
        session().goTo(stepAt(position));
    else
        showWords();
    if (isBusy())
        late_ = true;
    else
        redraw();
}

/// A selected moment is a whole percentage. The player moves there even if the selection does not change.
void NetworkPanel::select(double position) {
    int const step = stepAt(position);
    session().goTo(step, percentAfter(step, position));
    showMoment();
}

QWidget* NetworkPanel::createPictures() {
    besideCanvas_->hide();
    table_->setTable(links_);
    traffic_->setWordWrap(true);
    traffic_->setMargin(4);
    traffic_->setMinimumHeight(2 * traffic_->fontMetrics().lineSpacing() + 8); // a splitter gives wrapped texts too little
    pictures_->addWidget(canvas());
    pictures_->addWidget(besideCanvas_);
    pictures_->setChildrenCollapsible(false);
    auto* const figures = new QWidget;
    auto* const column = new QVBoxLayout(figures);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(traffic_);
    column->addWidget(table_, 1);
    auto* const split = new QSplitter(Qt::Vertical);
    split->addWidget(pictures_);
    split->addWidget(figures);
    split->setChildrenCollapsible(false);
    split->setSizes({600, 200});
    return split;
}

std::optional<int> NetworkPanel::shownStep() const {
    Selection const& selection = session().selection();
    return selection.network.allSteps ? std::nullopt : std::optional(selection.step);
}

/// The choice may have been made elsewhere: on the command line, or by going back in the history.
void NetworkPanel::showChoice() {
    NetworkChoice const& choice = session().selection().network;
    QSignalBlocker const quiet(allSteps_);
    QSignalBlocker const quietBeside(beside_);
    allSteps_->setChecked(choice.allSteps);
    beside_->setCurrentIndex(choice.beside.empty() ? 0 : std::max(beside_->findText(asText(choice.beside)), 0));
    if (besideName_ != choice.beside) startBeside();
}

double NetworkPanel::shownShare() const {
    if (player()->isPlaying()) return player()->position() - stepAt(player()->position());
    return session().selection().network.percent / 100.0;
}

void NetworkPanel::showMoment() {
    Selection const& selection = session().selection();
    SchedulePointer const sited = session().schedule();
    player()->setEnd(sendsMessages(sited) ? sited->schedule->steps() : 0);
    bool const goesOn = player()->isPlaying() && stepAt(player()->position()) == selection.step;
    if (!goesOn) player()->setPosition(selection.step + selection.network.percent / 100.0);
    showWords();
}

void NetworkPanel::showWords() {
    SchedulePointer const sited = session().schedule();
    if (!sendsMessages(sited)) return player()->setWords({});
    int const steps = sited->schedule->steps();
    if (!shownStep()) return player()->setWords(tr("all steps"));
    QString const step = tr("step %1 of %2").arg(*shownStep() + 1).arg(steps);
    auto const percent = std::lround(100 * shownShare());
    player()->setWords(percent > 0 ? tr("%1, %2 %").arg(step).arg(percent) : step);
}

void NetworkPanel::showSelection() {
    showChoice();
    showMoment();
    redraw();
}

void NetworkPanel::showSchedule() {
    showMoment();
    startBeside();
    redraw();
}

void NetworkPanel::draw() {
    SchedulePointer const sited = session().schedule();
    if (!sendsMessages(sited)) {
        known_ = {};
        drawn_.reset();
        links_->setRecords({});
        besideCanvas_->setScene({});
        traffic_->clear();
        return showNothing(sited ? tr("Nothing is sent, because each rank already has what it needs.") : whyNoSchedule());
    }
    // After an edit the selection changes before the schedule. Comparing views avoids drawing twice.
    NetworkView view{sited, besideSchedule_, shownStep(), shownShare(), highlightOf(session())};
    if (drawn_ == view) return;
    drawn_ = view;
    start([view = std::move(view), known = known_](Background::Task const& task) { return drawNetwork(view, known, task.watch()); },
          [this](Result<NetworkDrawing> const& drawing) { arrive(drawing); });
}

void NetworkPanel::arrive(Result<NetworkDrawing> const& drawing) {
    if (!drawing) {
        drawn_.reset(); // so that the next attempt draws again
        return showNothing(asText(drawing.error().message));
    }
    if (known_.own != drawing->traffic.own) {
        QSignalBlocker const quiet(table_->selectionModel());
        links_->setRecords(drawing->traffic.own->busy);
    }
    known_ = drawing->traffic;
    traffic_->setText(!drawing->throughLink.isEmpty()
                          ? drawing->throughLink
                          : tr("Click a link to list its messages here. Click a message in the Messages "
                               "panel to see its route."));
    canvas()->setSteady(drawing->picture.spare);
    show(drawing->picture.scene);
    if (drawing->compared) showBeside(*drawing->compared);
    if (std::exchange(late_, false)) redraw();
}

void NetworkPanel::startBeside() {
    besideSchedule_.reset();
    besideName_ = session().selection().network.beside;
    bool const wanted = !besideName_.empty() && sendsMessages(session().schedule());
    // half the width each
    if (wanted && besideCanvas_->isHidden()) pictures_->setSizes({pictures_->width(), pictures_->width()});
    besideCanvas_->setVisible(wanted);
    if (!wanted) return besideWork_.cancel();
    ScheduleChoice choice = session().choice();
    choice.algorithm = besideName_;
    besideWork_.start([plan = session().derived()->plan,
                       choice](Background::Task const& task) { return scheduleOf(*plan, choice, task.watch()); },
                      [this](Result<SchedulePointer> const& sited) {
                          if (sited && sendsMessages(*sited)) besideSchedule_ = *sited;
                          besideCanvas_->setEmptyText(sited ? QString() : asText(sited.error().message));
                          besideCanvas_->setScene({});
                          redraw();
                      });
}

void NetworkPanel::showBeside(Result<NetworkPicture> const& picture) {
    if (!picture) besideCanvas_->setEmptyText(asText(picture.error().message));
    if (picture) besideCanvas_->setSteady(picture->spare);
    besideCanvas_->setScene(picture ? picture->scene : Scene{});
}

void NetworkPanel::selectLink(QModelIndex const& index) {
    int const record = links_->recordOf(index);
    if (record < 0) return;
    int const link = links_->records()[as_size(record)].link;
    session().change([link](Selection& selection) { selection.link = link; });
}

void NetworkPanel::clicked(SceneTag const& tag) {
    session().change([&tag](Selection& selection) {
        selection.link.reset();
        if (auto const* const link = std::get_if<LinkTag>(&tag)) selection.link = link->link;
        auto const* const vertex = std::get_if<VertexTag>(&tag);
        if (vertex && vertex->rank >= 0) selection.rank = static_cast<Rank>(vertex->rank);
    });
}

namespace {

/// Returns the messages in motion.
Result<Scene> movingScene(SitedSchedule const& sited, Session const& session) {
    NetworkMoment const moment{std::min(session.selection().step, sited.schedule->steps() - 1),
                               session.selection().network.percent / 100.0};
    return network_picture_at(*sited.schedule, sited.site, moment, marks_of(sited, moment.step, highlightOf(session)));
}

/// Returns the network, with the second algorithm beside it if one is chosen.
Result<Scene> networkScene(Derived const& /*derived*/, Session const& session) {
    auto const drawn = TRY(drawnSchedule(session));
    SitedSchedule const& sited = *drawn;
    NetworkChoice const& choice = session.selection().network;
    auto const step = choice.allSteps ? std::nullopt : std::optional(session.selection().step);
    bool const moves = step && choice.percent > 0;
    if (choice.beside.empty()) return moves ? movingScene(sited, session) : network_picture(sited, step, highlightOf(session));
    auto const second = TRY(schedule_on(sited.site, sited.schedule->messages(), choice.beside));
    if (!moves) return compared_network_picture(sited, second, step, highlightOf(session));
    auto scene = TRY(movingScene(sited, session));
    return beside(std::move(scene), TRY(movingScene(second, session)));
}

/// Returns the options for highlighted links and for the second algorithm.
QString linkWords(Selection const& selection, ViewState const& viewed) {
    QString words;
    if (selection.network.percent > 0 && !selection.network.allSteps)
        words += QStringLiteral(" --moment %1%").arg(selection.network.percent);
    if (selection.message && viewed.onWay)
        words += QStringLiteral(" --route %1,%2").arg(selection.message->from).arg(selection.message->to);
    if (!viewed.link.isEmpty()) words += QStringLiteral(" --link ") + shellWord(viewed.link);
    if (!selection.network.beside.empty()) words += QStringLiteral(" --beside ") + textWord(selection.network.beside);
    return words;
}

QString networkCommand(CommandInput const& input) {
    Selection const& selection = input.selection;
    SiteRequest const& site = input.choice.site;
    auto const step = selection.network.allSteps ? std::nullopt : std::optional(selection.step);
    return drawCommand(input, "network",
                       stepWords(input.choice.algorithm, step) + linkWords(selection, input.viewed) + siteWords(site) +
                           machineWords(site));
}

} // namespace

constinit PanelKind const NetworkPanel::kind{
    .name = "network",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Network"),
    .make = makePanel<NetworkPanel>,
    .schedule = PanelKind::Schedule::Needed,
    .scene = networkScene,
    .command = networkCommand,
    .about =
        QT_TRANSLATE_NOOP("ExplanationStrip",
                          "A message uses each link on its route. A link is dark if several messages use it in the same step. They "
                          "share its rate, so all take longer."),
};

} // namespace tessera::gui
