// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/mark_words.h"

#include "model/kernel_text.h"

#include <sstream>
#include <string_view>

namespace headroom {

std::vector<MarkWord> words_of_mark(const std::string &text)
{
    std::vector<MarkWord> words;
    std::istringstream left{text};
    for (std::string word; left >> word;) {
        const auto middle = word.find('=');
        if (middle == std::string::npos)
            continue;
        if (const auto value = parse_number(std::string_view{word}.substr(middle + 1)))
            words.push_back({word.substr(0, middle), *value});
    }
    return words;
}

} // namespace headroom
