// Which columns a form gives a value, as its parts say.

#pragma once

#include <string_view>
#include <vector>

namespace fuzz {

enum class Given { never, maybe, always };

struct FormColumns {
    std::vector<Given> given;              // by column
    std::vector<std::vector<int>> groups;  // columns that have values together or not at all
};

// The process ends if the table has no form of that name.
const FormColumns& columns_of(int table, std::string_view form);

}  // namespace fuzz
