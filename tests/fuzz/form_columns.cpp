#include "form_columns.hpp"

#include <map>
#include <utility>

#include "rows.hpp"

namespace fuzz {
namespace {

using nstrace::Reads;
namespace column = nstrace::column;

FormColumns columns_of(const nstrace::FormSpec& form) {
    const auto& spec = nstrace::tables()[form.table];
    FormColumns columns{std::vector(spec.columns.size(), Given::never), {}};
    auto& given = columns.given;
    auto set = [&given](int column, Given how) {
        if (column >= 0 && given[column] != Given::always) given[column] = how;
    };
    std::size_t group_end = 0;
    for (std::size_t at = 0; at < form.parts.size(); ++at) {
        const auto& part = form.parts[at];
        if (part.reads == Reads::Group) {
            group_end = at + 1 + part.width;
            columns.groups.emplace_back();
        } else if (at < group_end && part.column >= 0) {
            columns.groups.back().push_back(part.column);
        }
        auto how = at < group_end || part.reads == Reads::MaybeTime ? Given::maybe : Given::always;
        // A node is a number or, with several levels, a text.
        set(part.column, part.reads == Reads::Address ? Given::maybe : how);
        set(part.second, how);
        set(part.third, Given::maybe);
    }
    set(spec.end_byte, Given::always);
    if (form.table == nstrace::table::nam)
        for (auto derived : {column::nam_from_node, column::nam_to_node, column::nam_state})
            set(derived, Given::maybe);
    return columns;
}

}  // namespace

const FormColumns& columns_of(int table, std::string_view form) {
    static const auto known = [] {
        std::map<std::pair<int, std::string_view>, FormColumns> all;
        for (const auto& each : nstrace::forms())
            all.emplace(std::pair(each.table, each.name), columns_of(each));
        return all;
    }();
    auto found = known.find({table, form});
    expect(found != known.end(), "a row's form is known");
    return found->second;
}

}  // namespace fuzz
