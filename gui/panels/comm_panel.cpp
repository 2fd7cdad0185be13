// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the communication of operations on an array.
#include "gui/panels/comm_panel.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/program_panel.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/mapping/mapping_text.hpp"

#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::gui {
namespace {

constexpr std::array<char const*, 3> patterns{"permuted", "random", "few"};
constexpr std::array edges{ShiftEdge::Keep, ShiftEdge::Fill, ShiftEdge::Torus};

/// Returns the choice without view settings: the input of a plan.
CommChoice withoutView(CommChoice choice) {
    choice.onNetwork = false;
    choice.step.reset();
    return choice;
}

/// Selects an entry, and adds it first if it is missing.
void showEntry(QComboBox* box, QString const& text) {
    if (box->findText(text) < 0) box->addItem(text);
    box->setCurrentText(text);
}

} // namespace

CommPanel::CommPanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), operation_(new QComboBox), array_(new QComboBox), fields_(new QStackedWidget),
      stencil_(new QComboBox), periodic_(new QLineEdit), wide_(new QSpinBox), by_(new QLineEdit), edge_(new QComboBox),
      indices_(new QComboBox), where_(new QLineEdit), whereTarget_(new QLineEdit), algorithm_(new QComboBox),
      onNetwork_(new QCheckBox(tr("On the &network"))), summary_(new QLabel) {
    summary_->setWordWrap(true);
    summary_->setMargin(2);
    summary_->setMinimumHeight(2 * summary_->fontMetrics().lineSpacing() + 4); // keeps the picture in place when the text changes
    auto* const player = new Player(Player::Speed::Steps,
                                    {tr("Play"), tr("Play the messages step by step"), tr("Step; leftmost: all steps together")});
    setPlayer(player);
    connect(player, &Player::moved, this, [this](double position) {
        choose([position](CommChoice& choice) {
            choice.step = position > 0 ? std::optional(static_cast<Index>(position) - 1) : std::nullopt;
        });
    });
    stack({createChoices(), summary_, player, canvas()}, canvas());
    setTabOrderOf({operation_, array_, stencil_, periodic_, wide_, by_, edge_, indices_, algorithm_, onNetwork_, where_,
                   whereTarget_, canvas()});
    connect(canvas(), &SceneCanvas::clicked, this, &CommPanel::clicked);
    listen();
}

QWidget* CommPanel::createChoices() {
    for (QString const& name : {tr("Halo"), tr("Shift"), tr("Send by index"), tr("Get by index"), tr("Broadcast"), tr("Reduce")})
        operation_->addItem(name);
    operation_->setAccessibleName(tr("Operation"));
    operation_->setToolTip(tr("Operation on the array, as in distplan comm and distcomm"));
    array_->setAccessibleName(tr("Array"));
    array_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    array_->setToolTip(tr("Array and state of the job"));
    for (QWidget* const fields : {createHaloFields(), createShiftFields(), createIndexFields(), createCollectiveFields()})
        fields_->addWidget(fields);
    mask_ = createMaskField();
    fields_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    onNetwork_->setToolTip(tr("Show the messages on the network chosen above, step by step"));
    connect(operation_, &QComboBox::activated, this, [this](int place) {
        choose([place](CommChoice& choice) {
            choice.operation = static_cast<CommOperation>(place);
            choice.collective.clear();
            choice.step.reset();
        });
    });
    connect(array_, &QComboBox::activated, this, [this](int place) {
        auto const& array = states_[as_size(place)].first;
        auto const state = states_[as_size(place)].second;
        choose([&](CommChoice& choice) {
            if (choice.array != array) { // the other array may have another shape
                choice.halo = {};
                choice.shift = {};
                choice.where.clear();
            }
            choice.array = array;
            choice.state = state;
            choice.step.reset();
        });
    });
    connect(onNetwork_, &QCheckBox::toggled, this,
            [this](bool on) { choose([on](CommChoice& choice) { choice.onNetwork = on; }); });
    auto* const gap = new QWidget;
    auto* const choices = new QWidget;
    auto* const rows = new QVBoxLayout(choices);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(rowOf({operation_, new QLabel(tr("of")), array_}, array_));
    rows->addWidget(rowOf({fields_, gap, onNetwork_}, gap));
    rows->addWidget(mask_);
    return choices;
}

QWidget* CommPanel::createHaloFields() {
    stencil_->setEditable(true);
    stencil_->setInsertPolicy(QComboBox::NoInsert);
    stencil_->setMinimumContentsLength(13);
    stencil_->setAccessibleName(tr("Stencil"));
    stencil_->setToolTip(tr("Neighbours that each element reads: the name of a stencil, or a file with one offset per line"));
    periodic_->setAccessibleName(tr("Periodic dimensions"));
    periodic_->setPlaceholderText(tr("none, all, or 1,3"));
    periodic_->setToolTip(tr("Dimensions in which the last index is a neighbour of the first"));
    periodic_->setMaximumWidth(130);
    wide_->setRange(1, 1000);
    wide_->setAccessibleName(tr("Steps per exchange"));
    wide_->setToolTip(tr("Steps of the computation per exchange: more steps need fewer messages, but compute some elements twice"));
    connect(stencil_, &QComboBox::activated, this, [this](int place) {
        std::string const name = stencil_->itemData(place).isValid() ? std::string() : stencil_->itemText(place).toStdString();
        choose([&name](CommChoice& choice) { choice.halo.stencil = name; });
    });
    connect(stencil_->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        int const place = stencil_->findText(stencil_->currentText());
        bool const shadow = place >= 0 && stencil_->itemData(place).isValid();
        choose([&](CommChoice& choice) { choice.halo.stencil = shadow ? "" : stencil_->currentText().trimmed().toStdString(); });
    });
    connect(periodic_, &QLineEdit::editingFinished, this,
            [this] { choose([this](CommChoice& choice) { choice.halo.periodic = periodic_->text().trimmed().toStdString(); }); });
    connect(wide_, &QSpinBox::valueChanged, this,
            [this](int steps) { choose([steps](CommChoice& choice) { choice.halo.steps = steps; }); });
    return rowOf({new QLabel(tr("Stencil")), stencil_, new QLabel(tr("Periodic")), periodic_, new QLabel(tr("Steps")), wide_},
                 nullptr);
}

QWidget* CommPanel::createShiftFields() {
    by_->setAccessibleName(tr("Distances"));
    by_->setToolTip(tr("Distance in each dimension, for example 1,-2"));
    by_->setMaximumWidth(160);
    for (ShiftEdge const edge : edges) edge_->addItem(asText(name_of(edge)));
    edge_->setAccessibleName(tr("At the edge"));
    edge_->setToolTip(
        tr("What elements get that receive nothing: they keep their value, or become zero; on a torus there are none"));
    connect(by_, &QLineEdit::editingFinished, this,
            [this] { choose([this](CommChoice& choice) { choice.shift.by = by_->text().trimmed().toStdString(); }); });
    connect(edge_, &QComboBox::activated, this,
            [this](int place) { choose([place](CommChoice& choice) { choice.shift.edge = edges[as_size(place)]; }); });
    return rowOf({new QLabel(tr("By")), by_, new QLabel(tr("At the edge")), edge_}, nullptr);
}

/// The field accepts the name of a pattern, or a file.
QWidget* CommPanel::createIndexFields() {
    for (char const* pattern : patterns) indices_->addItem(QString::fromLatin1(pattern));
    indices_->setEditable(true);
    indices_->setInsertPolicy(QComboBox::NoInsert);
    indices_->setMinimumContentsLength(24);
    indices_->setAccessibleName(tr("Indices"));
    indices_->setToolTip(
        tr("Elements that the ranks name: each once (permuted), random ones, or only a few; or an npy file of integers"));
    auto const take = [this](QString const& text) {
        std::string const name = text.trimmed().toStdString();
        bool const isPattern = std::ranges::find(patterns, name) != patterns.end();
        choose([&](CommChoice& choice) { choice.indices = isPattern ? IndexRequest{{}, name} : IndexRequest{name, {}}; });
    };
    connect(indices_, &QComboBox::textActivated, this, take);
    connect(indices_->lineEdit(), &QLineEdit::editingFinished, this, [this, take] { take(indices_->currentText()); });
    return rowOf({new QLabel(tr("Indices")), indices_}, nullptr);
}

QWidget* CommPanel::createMaskField() {
    where_->setAccessibleName(tr("Only where"));
    where_->setPlaceholderText(tr("everywhere, or for example i > 1 and j % 2 == 0"));
    where_->setToolTip(tr("Elements that take part: a condition on their indices i, j, k, ..."));
    connect(where_, &QLineEdit::editingFinished, this,
            [this] { choose([this](CommChoice& choice) { choice.where = where_->text().trimmed().toStdString(); }); });
    whereTarget_->setAccessibleName(tr("Only to elements where"));
    whereTarget_->setPlaceholderText(tr("everywhere, or for example i > 1"));
    whereTarget_->setToolTip(tr("Elements that receive or are filled: a condition on their own indices"));
    connect(whereTarget_, &QLineEdit::editingFinished, this, [this] {
        std::string const condition = whereTarget_->text().trimmed().toStdString();
        choose([&condition](CommChoice& choice) {
            choice.shift.where_target = condition.empty() ? std::nullopt : std::optional(condition);
        });
    });
    targetMask_ = rowOf({new QLabel(tr("to elements where")), whereTarget_}, whereTarget_);
    return rowOf({new QLabel(tr("Only where")), where_, targetMask_}, where_);
}

QWidget* CommPanel::createCollectiveFields() {
    algorithm_->setAccessibleName(tr("Algorithm"));
    connect(algorithm_, &QComboBox::activated, this, [this](int place) {
        std::string const name = algorithm_->itemText(place).toStdString();
        choose([&name](CommChoice& choice) {
            choice.collective = name;
            choice.step.reset();
        });
    });
    return rowOf({new QLabel(tr("Algorithm")), algorithm_}, nullptr);
}

std::optional<CommChoice> CommPanel::choice() const {
    if (!session().derived()) return std::nullopt;
    return completed(session().selection().comm, session().derived()->job);
}

template <class Change>
void CommPanel::choose(Change change) {
    session().change([&change](Selection& selection) { change(selection.comm); });
}

void CommPanel::forget() {
    stopDrawing();
    work_.reset();
}

void CommPanel::showJob() {
    forget();
    DerivedPointer const derived = session().derived();
    showArrays(derived ? derived->job : Job());
    if (derived) showChoice(derived->job);
    redraw();
}

/// The network or the machine may have changed.
void CommPanel::showSchedule() {
    forget();
    redraw();
}

void CommPanel::showArrays(Job const& job) {
    QSignalBlocker const quiet(array_);
    array_->clear();
    states_.clear();
    for (std::size_t a = 0; a < job.arrays.size(); ++a)
        for (std::size_t s = 0; s < job.arrays[a].states.size(); ++s) {
            states_.emplace_back(a > 0 ? job.arrays[a].array.name : std::string(), s);
            array_->addItem(
                QStringLiteral("%1  %2").arg(asText(job.arrays[a].array.name), asText(mapping_text(job.arrays[a].states[s]))));
        }
}

/// The choice may have been made elsewhere: on the command line, in a test.
void CommPanel::showSelection() {
    auto const wanted = choice();
    if (!wanted) return;
    showChoice(session().derived()->job);
    bool const sameRoot = wanted->operation != CommOperation::Broadcast || session().selection().rank == plannedRoot_;
    if (withoutView(*wanted) != planned_ || !sameRoot) forget();
    redraw();
}

void CommPanel::showChoice(Job const& job) {
    CommChoice const shown = completed(session().selection().comm, job);
    QSignalBlocker const quietOperation(operation_);
    QSignalBlocker const quietArray(array_);
    QSignalBlocker const quietWide(wide_);
    QSignalBlocker const quietNetwork(onNetwork_);
    operation_->setCurrentIndex(static_cast<int>(shown.operation));
    auto const state = std::ranges::find(states_, std::pair(shown.array, shown.state));
    array_->setCurrentIndex(static_cast<int>(state - states_.begin()));
    bool const collective = isCollective(shown.operation);
    bool const byIndex = shown.operation == CommOperation::Send || shown.operation == CommOperation::Get;
    fields_->setCurrentIndex(collective ? 3 : byIndex ? 2 : static_cast<int>(shown.operation));
    showStencils(chosenArray(shown, job).array, shown.halo.stencil);
    periodic_->setText(asText(shown.halo.periodic));
    wide_->setValue(static_cast<int>(shown.halo.steps));
    by_->setText(asText(shown.shift.by));
    edge_->setCurrentText(asText(name_of(shown.shift.edge)));
    showEntry(indices_, asText(!shown.indices.indices.empty()  ? shown.indices.indices
                               : shown.indices.pattern.empty() ? "permuted"
                                                               : shown.indices.pattern));
    where_->setText(asText(shown.where));
    whereTarget_->setText(asText(shown.shift.where_target.value_or("")));
    targetMask_->setVisible(shown.operation == CommOperation::Shift);
    showAlgorithms(shown);
    mask_->setVisible(!collective);
    onNetwork_->setVisible(!collective);
    onNetwork_->setChecked(shown.onNetwork);
    player()->setVisible(collective || shown.onNetwork);
}

/// Lists the stencils that fit the array; its shadow planes come first, if it has any.
void CommPanel::showStencils(ArraySpec const& array, std::string const& chosen) {
    QSignalBlocker const quiet(stencil_);
    stencil_->clear();
    QString const shadow = tr("shadow planes");
    if (has_shadow(array)) stencil_->addItem(shadow, true);
    for (char const* name : {"3", "5", "9", "7", "27", "star:1", "star:2", "box:1"})
        if (Stencil::named(name, array.dims())) stencil_->addItem(QString::fromLatin1(name));
    showEntry(stencil_, chosen.empty() ? shadow : asText(chosen));
}

void CommPanel::showAlgorithms(CommChoice const& choice) {
    QSignalBlocker const quiet(algorithm_);
    algorithm_->clear();
    auto const collective = choice.operation == CommOperation::Reduce ? CollectiveKind::Reduce : CollectiveKind::Broadcast;
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.kind != collective || each.make == nullptr) continue;
        algorithm_->addItem(asText(each.name));
        algorithm_->setItemData(algorithm_->count() - 1, asText(each.summary), Qt::ToolTipRole);
    }
    algorithm_->setCurrentText(asText(choice.collective));
}

void CommPanel::draw() {
    auto const wanted = choice();
    if (work_) return drawWork();
    if (wanted) return plan(*wanted);
    summary_->clear();
    player()->setEnd(0);
    player()->setWords({});
}

void CommPanel::plan(CommChoice const& choice) {
    planned_ = withoutView(choice);
    plannedRoot_ = session().selection().rank;
    canvas()->setEmptyText(tr("Planning..."));
    start([derived = session().derived(), choice, schedule = session().choice(), root = plannedRoot_](
              Background::Task const& task) { return makeCommWork(derived->job, choice, schedule, root, task.watch()); },
          [this](Result<CommWorkPointer> const& work) { arrive(work); });
}

void CommPanel::arrive(Result<CommWorkPointer> const& work) {
    work_ = work ? *work : nullptr;
    summary_->setText(work ? asText(work_->summary) : QString());
    player()->setEnd(work ? static_cast<double>(work_->steps()) : 0);
    if (!work) return showNothing(asText(work.error().message));
    drawWork();
}

void CommPanel::drawWork() {
    CommChoice shown = *choice();
    if (shown.step && *shown.step >= work_->steps()) shown.step.reset(); // the step belongs to another plan
    auto only = session().selection().rank;
    if (auto const* const halo = std::get_if<HaloPlan>(&work_->plan); halo && only && !halo->mapping().grid().position(*only))
        only.reset();
    show(commScene(*work_, shown, only));
    player()->setPosition(shown.step ? static_cast<double>(*shown.step + 1) : 0);
    player()->setWords(shown.step ? tr("step %1 of %2").arg(*shown.step + 1).arg(work_->steps()) : tr("all steps"));
}

/// A click on an element or a node selects its rank; a second click selects all ranks.
void CommPanel::clicked(SceneTag const& tag) {
    auto const* const cell = std::get_if<CellsTag>(&tag);
    auto const* const vertex = std::get_if<VertexTag>(&tag);
    Index const rank = cell ? cell->rank : vertex ? vertex->rank : -1;
    if (rank >= 0) toggleRank(static_cast<Rank>(rank));
}

namespace {

constexpr std::array commOptions{
    PanelOption{"stencil", "NAME"},    PanelOption{"periodic", "DIMS"},   PanelOption{"wide", "K"},
    PanelOption{"by", "DISTANCES"},    PanelOption{"edge", "WHAT"},       PanelOption{"indices", "FILE"},
    PanelOption{"pattern", "P"},       PanelOption{"where", "CONDITION"}, PanelOption{"where-target", "CONDITION"},
    PanelOption{"array-name", "NAME"}, PanelOption{"state", "N"}};

Result<Scene> sceneOfComm(Derived const& derived, Session const& session) {
    Selection const& selection = session.selection();
    CommChoice const choice = completed(selection.comm, derived.job);
    auto const work = TRY(makeCommWork(derived.job, choice, session.choice(), selection.rank));
    return commScene(*work, choice, selection.rank);
}

QString haloWords(HaloRequest const& halo) {
    QString words;
    if (!halo.stencil.empty()) words += QStringLiteral(" --stencil ") + textWord(halo.stencil);
    if (!halo.periodic.empty()) words += QStringLiteral(" --periodic ") + textWord(halo.periodic);
    if (halo.steps > 1) words += QStringLiteral(" --wide %1").arg(halo.steps);
    return words;
}

QString shiftWords(ShiftRequest const& shift) {
    QString words = QStringLiteral(" --by=") + textWord(shift.by);
    if (shift.edge != ShiftEdge::Keep) words += QStringLiteral(" --edge ") + textWord(name_of(shift.edge));
    if (shift.where_target) words += QStringLiteral(" --where-target ") + textWord(*shift.where_target);
    return words;
}

QString indexWords(IndexRequest const& request) {
    if (!request.indices.empty()) return QStringLiteral(" --indices ") + textWord(request.indices);
    return request.pattern.empty() ? QString() : QStringLiteral(" --pattern ") + textWord(request.pattern);
}

/// distplan comm takes array names, and expects a collective's algorithm in place of the schedule's.
QString commCommand(CommandInput const& input) {
    ScheduleChoice const& choice = input.choice;
    auto const& rank = input.selection.rank;
    CommChoice const comm = input.derived ? completed(input.selection.comm, input.derived->job) : input.selection.comm;
    bool const ofArray = !isCollective(comm.operation);
    QString command = QStringLiteral("distplan comm %1 %2").arg(asText(nameOf(comm.operation)), input.job());
    if (!comm.array.empty()) command += QStringLiteral(" --array-name ") + textWord(comm.array);
    if (comm.state > 0) command += QStringLiteral(" --state %1").arg(comm.state);
    if (comm.operation == CommOperation::Halo) command += haloWords(comm.halo);
    if (comm.operation == CommOperation::Shift) command += shiftWords(comm.shift);
    if (comm.operation == CommOperation::Send || comm.operation == CommOperation::Get) command += indexWords(comm.indices);
    if (ofArray && !comm.where.empty()) command += QStringLiteral(" --where ") + textWord(comm.where);
    bool const onNetwork = !ofArray || comm.onNetwork;
    bool const ofRank = comm.operation == CommOperation::Broadcast || (comm.operation == CommOperation::Halo && !onNetwork);
    if (ofRank && rank) command += QStringLiteral(" --rank %1").arg(*rank);
    if (onNetwork) {
        command +=
            QStringLiteral(" --algorithm ") + textWord(ofArray ? choice.algorithm : comm.collective) + siteWords(choice.site);
        command += QStringLiteral(" --step ") + (comm.step ? QString::number(*comm.step + 1) : QStringLiteral("all"));
    }
    return command + QStringLiteral(" --svg comm.svg");
}

Result<void> readComm(ViewOptions const& options) {
    QCommandLineParser const& parser = options.given;
    CommChoice& comm = options.selection.comm;
    std::string const operation = parser.value("operation").toStdString();
    auto const named = commOperationNamed(operation);
    if (parser.isSet("operation") && !named && options.view != &ProgramPanel::kind)
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
    comm.halo.steps = TRY(numberOption(parser, "wide", 1, 1));
    auto const state = TRY(numberOption(parser, "state", 0, 0));
    comm.state = as_size(state);
    comm.onNetwork = parser.isSet("step");
    comm.step = options.step;
    if (isCollective(comm.operation) && parser.isSet("algorithm"))
        comm.collective = std::exchange(options.choice.algorithm, "auto");
    return {};
}

} // namespace

constinit PanelKind const CommPanel::kind{
    .name = "comm",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Communication"),
    .make = makePanel<CommPanel>,
    .allSteps = true,
    .scene = sceneOfComm,
    .command = commCommand,
    .about = QT_TRANSLATE_NOOP(
        "ExplanationStrip",
        "What an operation needs from other ranks. A stencil needs the edges of its neighbours (the halo), a shift "
        "moves whole parts of the array, and a reduction combines values of all ranks."),
    .options = commOptions,
    .read = readComm,
};

} // namespace tessera::gui
