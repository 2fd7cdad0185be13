// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whole pictures of messages with their headings, the same for distplan draw and for the window.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/index/index_plan.hpp"
#include "libcore/io/io_choice.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/site.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/scene/files/file_scene.hpp"
#include "libcore/scene/messages/messages_scene.hpp"
#include "libcore/scene/network/network_marks.hpp"
#include "libcore/scene/network/network_scene.hpp"
#include "libcore/scene/network/network_traffic.hpp"
#include "libcore/scene/ownership/ownership_scene.hpp"
#include "libcore/scene/program/cost_scene.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Returns the grids of ownership_picture(): before and, if it differs, after. `only`: elements that this rank does not hold are
/// blank.
[[nodiscard]] std::vector<TitledGrid> ownership_panels(RedistPlan const& plan, std::optional<Rank> only = std::nullopt);
/// Draws the owners before and, beside it, after; once if nothing moves. `only`: elements that this rank does not hold are blank.
[[nodiscard]] Scene ownership_picture(RedistPlan const& plan, std::optional<Rank> only = std::nullopt);

/// Draws the bytes from each rank to each other rank. Cost: as for MessageMatrix.
[[nodiscard]] Scene messages_picture(MultiPlan const& plan);
/// The same for some senders and receivers.
[[nodiscard]] Scene messages_picture(MultiPlan const& plan, MessagesView const& view);

/// Draws the message matrix of a general send or get, and beside it how often each element is named.
[[nodiscard]] Scene index_picture(IndexPlan const& plan);

/// Draws ranks by steps. `costs`: costs of the schedule on the site. `current`: 0-based step that gets a frame.
[[nodiscard]] Scene schedule_picture(Schedule const& schedule, ScheduleCost const& costs, Site const& site,
                                     std::optional<int> current);
/// The same without costs, while they are being computed. Space for them is reserved.
[[nodiscard]] Scene schedule_picture(Schedule const& schedule, Site const& site, std::optional<int> current);

/// Draws the link loads of a step (0-based), or of all steps summed up. `marks`: highlighted links. Precondition: the step
/// exists.
[[nodiscard]] Scene network_picture(Schedule const& schedule, Site const& site, std::optional<int> step, NetworkMarks marks = {});
/// The same with known loads.
[[nodiscard]] Scene network_picture(Schedule const& schedule, Site const& site, NetworkTraffic const& traffic,
                                    std::optional<int> step, NetworkMarks marks = {});
/// The same with the links of `highlight` marked. Error: the work was stopped.
[[nodiscard]] Result<Scene> network_picture(SitedSchedule const& sited, std::optional<int> step,
                                            NetworkHighlight const& highlight = {}, Watch const& watch = {});
/// Draws the same step of two schedules on one network, side by side and with one scale. If the second has fewer steps, its last
/// step is drawn. Precondition: it has a step. Error: the work was stopped.
[[nodiscard]] Result<Scene> compared_network_picture(SitedSchedule const& first, SitedSchedule const& second,
                                                     std::optional<int> step, NetworkHighlight const& highlight = {},
                                                     Watch const& watch = {});

/// Draws predicted times of all algorithms over the message length, with `observed` on top. Errors: no machine, or one without
/// rates; nothing is sent; the work was stopped.
[[nodiscard]] Result<Scene> cost_picture(MessageSet const& messages, Site const& site, std::vector<ObservedTimes> observed = {},
                                         Watch const& watch = {});
/// Draws predicted times of all algorithms over the number of ranks. Each is an all-to-all with messages as long as the longest of
/// `messages`, among the first 2, 4, 8, ... nodes of the network, at most most_ranks_compared. Errors: those of cost_picture; a
/// network of one node.
[[nodiscard]] Result<Scene> cost_over_ranks_picture(MessageSet const& messages, Site const& site, Watch const& watch = {});
inline constexpr int most_ranks_compared = 1024;

/// Draws the file of an I/O statement with the accesses of one method. Error: no such phase.
[[nodiscard]] Result<Scene> file_picture(IoTask const& task, IoCandidate const& method, FileView const& view = {});
/// The same with a known map of the method's plan.
[[nodiscard]] Result<Scene> file_picture(IoTask const& task, IoCandidate const& method, FileMap const& map, FileView const& view);

} // namespace tessera
