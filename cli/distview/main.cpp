// SPDX-License-Identifier: BSD-3-Clause
// Tessera: prints distview's man page (--man) and completions (--completion). It is not installed.
#include "cli/common/tool.hpp"
#include "cli/distview/table.hpp"

int main(int argc, char** argv) {
    using namespace tessera;
    auto const no_work = [](cli::Tool const&) -> Result<cli::ExitCode> { return fail("expected --man or --completion"); };
    return cli::run_tool(argc, argv, cli::distview_table(), no_work);
}
