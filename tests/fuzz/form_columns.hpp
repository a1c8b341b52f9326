// Which columns a form gives a value, as its parts say.

#pragma once

#include <string_view>
#include <vector>

namespace fuzz {

enum class Given { never, maybe, always };

// By column. The process ends if the table has no form of that name.
const std::vector<Given>& columns_of(int table, std::string_view form);

}  // namespace fuzz
