// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// A recording may come with a bug report from another machine. No line may crash the reader. A line
// that is an event must mean the same after it was written again.

#include "recording/event_json.h"
#include "require.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace headroom;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto read = event_from_line({reinterpret_cast<const char *>(data), size});
    if (!read) {
        require(read.error().kind == ErrorKind::BadInput && !read.error().sentence.empty(),
                "a refusal has a reason", {});
        return 0;
    }
    const std::string line = to_line(*read);
    require(!line.contains('\n'), "an event is one line", line);
    const auto again = event_from_line(line);
    require(again.has_value(), "what was read and written is read again", line);
    require(to_line(*again) == line, "and written the same", line);
    return 0;
}
