#include "arrow_c.hpp"

#include <array>
#include <deque>
#include <string>
#include <vector>

namespace nstrace {
namespace {

constexpr std::int64_t nullable = 2;  // ARROW_FLAG_NULLABLE

const char* format_of(Type type) {
    switch (type) {
        case Type::Int8:
        case Type::Code: return "c";
        case Type::Int32:
        case Type::Dictionary: return "i";
        case Type::Int64: return "l";
        case Type::Double: return "g";
        case Type::Text: return "u";
        case Type::Bytes: return "z";
    }
    return "n";
}

// Everything a schema points to; the outermost owns it all.
struct SchemaParts {
    std::deque<std::string> names;
    std::deque<ArrowSchema> schemas;
    std::vector<ArrowSchema*> children;
};

// Children own nothing. They are marked as released with their parent, or before.
template <typename Struct>
void release_child(Struct* child) {
    child->release = nullptr;
}

template <typename Parts, typename Struct>
void release_parent(Struct* parent) {
    for (std::int64_t index = 0; index < parent->n_children; ++index) {
        auto* child = parent->children[index];
        if (child->dictionary && child->dictionary->release)
            child->dictionary->release(child->dictionary);
        if (child->release) child->release(child);
    }
    delete static_cast<Parts*>(parent->private_data);
    parent->release = nullptr;
}

ArrowSchema child_schema(const char* format, const char* name, std::int64_t flags) {
    return {format, name, nullptr, flags, 0, nullptr, nullptr, release_child<ArrowSchema>, nullptr};
}

// A dictionary's texts as offsets and characters.
struct Texts {
    std::vector<std::int32_t> offsets{0};
    std::string characters;
};

// Where an array's validity, values or offsets, and characters are.
using Buffers = std::array<const void*, 3>;

struct ArrayParts {
    std::shared_ptr<const Table> table;
    std::deque<ArrowArray> arrays;
    std::deque<Buffers> buffers;
    std::deque<Texts> texts;
    std::vector<ArrowArray*> children;
};

ArrowArray& add_array(ArrayParts& parts, std::int64_t length, std::int64_t null_count,
                      const Buffers& buffers, std::int64_t count) {
    auto& held = parts.buffers.emplace_back(buffers);
    return parts.arrays.emplace_back(ArrowArray{length, null_count, 0, count, 0, held.data(),
                                                nullptr, nullptr, release_child<ArrowArray>,
                                                nullptr});
}

ArrowArray* add_dictionary(ArrayParts& parts, const std::vector<std::string>& values) {
    auto& texts = parts.texts.emplace_back();
    for (const auto& value : values) {
        texts.characters += value;
        texts.offsets.push_back(static_cast<std::int32_t>(texts.characters.size()));
    }
    return &add_array(parts, static_cast<std::int64_t>(values.size()), 0,
                      {nullptr, texts.offsets.data(), texts.characters.data()}, 3);
}

void add_column(ArrayParts& parts, const Column& column, std::int64_t rows) {
    bool texts = column.type() == Type::Text || column.type() == Type::Bytes;
    Buffers buffers = {column.validity(), column.data(), column.characters().data()};
    auto& array = add_array(parts, rows, column.null_count(), buffers, texts ? 3 : 2);
    if (column.type() == Type::Dictionary || column.type() == Type::Code)
        array.dictionary = add_dictionary(parts, column.distinct());
    parts.children.push_back(&array);
}

}  // namespace

ArrowSchema export_schema(const TableSpec& spec) {
    auto* parts = new SchemaParts;
    for (const auto& column : spec.columns) {
        const auto& name = parts->names.emplace_back(column.name);
        auto index = static_cast<int>(&column - spec.columns.data());
        auto flags = always_set(spec, index) ? 0 : nullable;
        auto& child =
            parts->schemas.emplace_back(child_schema(format_of(column.type), name.c_str(), flags));
        if (column.type == Type::Dictionary || column.type == Type::Code)
            child.dictionary = &parts->schemas.emplace_back(child_schema("u", "", nullable));
        parts->children.push_back(&child);
    }
    return {"+s",
            "",
            nullptr,
            0,
            static_cast<std::int64_t>(parts->children.size()),
            parts->children.data(),
            nullptr,
            release_parent<SchemaParts, ArrowSchema>,
            parts};
}

ArrowArray export_rows(std::shared_ptr<const Table> table) {
    auto* parts = new ArrayParts;
    auto rows = table->rows();
    for (std::size_t index = 0; index < table->spec().columns.size(); ++index)
        add_column(*parts, table->column(static_cast<int>(index)), rows);
    auto& buffers = parts->buffers.emplace_back();
    parts->table = std::move(table);
    return {rows,
            0,
            0,
            1,
            static_cast<std::int64_t>(parts->children.size()),
            buffers.data(),
            parts->children.data(),
            nullptr,
            release_parent<ArrayParts, ArrowArray>,
            parts};
}

}  // namespace nstrace
