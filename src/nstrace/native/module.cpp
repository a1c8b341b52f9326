// The Python bindings of the native core.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "arrow_c.hpp"
#include "bins_reader.hpp"
#include "block.hpp"
#include "page_values.hpp"
#include "record_reader.hpp"
#include "renderer.hpp"

namespace nb = nanobind;

namespace nstrace {
namespace {

// A view of an object that supports the buffer protocol.
class Bytes {
  public:
    explicit Bytes(nb::handle object, int flags = PyBUF_SIMPLE) {
        if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) throw nb::python_error();
    }
    Bytes(const Bytes&) = delete;
    ~Bytes() { PyBuffer_Release(&view_); }
    std::string_view text() const {
        return {static_cast<const char*>(view_.buf), static_cast<std::size_t>(view_.len)};
    }
    std::span<char> room() const {
        return {static_cast<char*>(view_.buf), static_cast<std::size_t>(view_.len)};
    }

  private:
    Py_buffer view_;
};

// Fill a buffer of Python's.
std::size_t read_records(RecordReader& reader, nb::handle buffer) {
    Bytes bytes(buffer, PyBUF_WRITABLE);
    nb::gil_scoped_release unlocked;
    return reader.read(bytes.room());
}

void feed_records(RecordReader& reader, nb::handle data) {
    Bytes bytes(data);
    nb::gil_scoped_release unlocked;
    reader.feed(bytes.text());
}

// Export a struct of Arrow's C interface; a consumer that moves it sets its release to null.
template <typename Struct>
nb::capsule capsule_of(const Struct& value, const char* name) {
    return nb::capsule(new Struct(value), name, [](void* held) noexcept {
        auto* left = static_cast<Struct*>(held);
        if (left->release) left->release(left);
        delete left;
    });
}

// Rows of one table, for libraries that support Arrow's PyCapsule interface (__arrow_c_array__).
struct Rows {
    std::shared_ptr<const Table> table;

    nb::tuple arrow_c_array(nb::handle) const {
        return nb::make_tuple(capsule_of(export_schema(table->spec()), "arrow_schema"),
                              capsule_of(export_rows(table), "arrow_array"));
    }
};

class PyBlock {
  public:
    explicit PyBlock(Block block) : lines_(block.lines), bytes_(block.bytes) {
        for (auto& table : block.tables)
            tables_.push_back(std::make_shared<Table>(std::move(table)));
    }

    std::int64_t lines() const { return lines_; }
    std::int64_t bytes() const { return bytes_; }

    // Renumber the lines to start at `first_line`; they start at 0.
    void start_at(std::int64_t first_line) {
        for (auto& table : tables_) {
            if (table->rows() == 0) continue;
            auto* values = table->column(column::line).values<std::int64_t>();
            for (std::int64_t row = 0; row < table->rows(); ++row)
                values[row] += first_line - first_line_;
        }
        first_line_ = first_line;
    }

    void count(BinsReader& bins) const {
        std::vector<const Table*> given;
        for (const auto& table : tables_) given.push_back(table.get());
        nb::gil_scoped_release unlocked;
        bins.add(given);
    }

    nb::dict tables() const {
        nb::dict found;
        for (const auto& table : tables_)
            if (table->rows() > 0)
                found[nb::str(table->spec().name.data(), table->spec().name.size())] = Rows{table};
        return found;
    }

  private:
    std::vector<std::shared_ptr<Table>> tables_;
    std::int64_t lines_;
    std::int64_t bytes_;
    std::int64_t first_line_ = 0;
};

PyBlock read_lines(nb::handle data, std::int64_t first_byte) {
    Bytes bytes(data);
    nb::gil_scoped_release unlocked;
    return PyBlock(read_block(bytes.text(), first_byte));
}

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// Gather numbers from several buffers, without holding the GIL.
template <typename Value>
Values<Value> gathered(const std::vector<nb::handle>& pieces) {
    const std::deque<Bytes> held(pieces.begin(), pieces.end());
    nb::gil_scoped_release unlocked;
    std::size_t bytes = 0;
    for (const auto& piece : held) bytes += piece.text().size();
    Values<Value> values(bytes / sizeof(Value));
    auto* next = reinterpret_cast<char*>(values.data());
    for (const auto& piece : held) next = std::ranges::copy(piece.text(), next).out;
    return values;
}

// A page, whose bytes are exposed by the buffer protocol without a copy.
struct PyPage {
    Page bytes;

    static int show(PyObject* self, Py_buffer* view, int flags) {
        auto& page = *nb::inst_ptr<PyPage>(self);
        return PyBuffer_FillInfo(view, self, page.bytes.data(),
                                 static_cast<Py_ssize_t>(page.bytes.size()), 1, flags);
    }
};

PyType_Slot page_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&PyPage::show)},
                            {0, nullptr}};

void split_by(RowKinds& kinds, const std::vector<nb::handle>& pieces) {
    const auto key = gathered<std::int32_t>(pieces);
    nb::gil_scoped_release unlocked;
    kinds.split_by(key);
}

PyPage rows_of(const RowKinds& kinds) {
    nb::gil_scoped_release unlocked;
    const auto rows = kinds.rows();
    const auto* first = reinterpret_cast<const char*>(rows.data());
    return {Page(first, first + rows.size() * sizeof rows[0])};
}

// Values of a column of either width.
class PyPageValues {
  public:
    PyPageValues(const std::vector<nb::handle>& pieces, std::size_t width, nb::bytes levels)
        : values_(width == 8 ? Either(of<std::int64_t>(pieces, levels))
                             : Either(of<std::int32_t>(pieces, levels))) {}

    void reorder(nb::handle rows) {
        const Bytes bytes(rows);
        const auto* first = reinterpret_cast<const std::uint32_t*>(bytes.text().data());
        const std::span order(first, bytes.text().size() / sizeof *first);
        nb::gil_scoped_release unlocked;
        std::visit([&](auto& values) { values.reorder(order); }, values_);
    }
    PyPage plain() const {
        return made([](const auto& values) { return values.plain(); });
    }
    PyPage bytes_apart() const {
        return made([](const auto& values) { return values.bytes_apart(); });
    }
    PyPage differences() const {
        nb::gil_scoped_release unlocked;
        return {std::get<PageValues<std::int64_t>>(values_).differences()};
    }
    PyPage indices(std::size_t count) const {
        return made([count](const auto& values) { return values.indices(count); });
    }
    nb::object dictionary() const {
        return std::visit(
            [](const auto& values) -> nb::object {
                auto found = [&] {
                    nb::gil_scoped_release unlocked;
                    return values.dictionary();
                }();
                if (!found) return nb::none();
                return nb::make_tuple(PyPage{std::move(found->indices)},
                                      PyPage{std::move(found->distinct)}, found->count);
            },
            values_);
    }
    std::pair<std::int64_t, std::int64_t> range() const {
        nb::gil_scoped_release unlocked;
        return std::visit(
            [](const auto& values) {
                return std::pair<std::int64_t, std::int64_t>(values.range());
            },
            values_);
    }

  private:
    using Either = std::variant<PageValues<std::int32_t>, PageValues<std::int64_t>>;

    template <typename Value>
    static PageValues<Value> of(const std::vector<nb::handle>& pieces, const nb::bytes& levels) {
        return {gathered<Value>(pieces), std::string(levels.c_str(), levels.size())};
    }

    // Make a page without holding the GIL.
    template <typename Make>
    PyPage made(Make make) const {
        nb::gil_scoped_release unlocked;
        return {std::visit(make, values_)};
    }

    Either values_;
};

PyPage plain_texts_in(nb::handle offsets, nb::handle characters) {
    const Bytes places(offsets), texts(characters);
    const auto* first = reinterpret_cast<const std::int32_t*>(places.text().data());
    return {plain_texts({first, places.text().size() / sizeof *first}, texts.text())};
}

nb::bytes take_rows(BinsReader& bins) { return bytes_of(bins.take_rows()); }

nb::list as_list(const std::set<std::int32_t>& numbers) {
    nb::list found;
    for (auto number : numbers) found.append(number);
    return found;
}

nb::dict empty_tables() {
    nb::dict found;
    for (const auto& spec : tables()) {
        auto table = std::make_shared<Table>(spec);
        table->reserve(1);  // for its columns
        table->finish();
        found[nb::str(spec.name.data(), spec.name.size())] = Rows{table};
    }
    return found;
}

const TableSpec& table_named(std::string_view name) {
    for (const auto& spec : tables())
        if (spec.name == name) return spec;
    throw nb::key_error(std::string(name).c_str());
}

nb::bytes write_lines(Renderer& renderer, nb::dict given, std::int64_t first_line,
                      std::int64_t lines) {
    std::vector<GivenTable> tables;
    std::vector<nb::capsule> held;
    for (auto [name, batch] : given) {
        const auto& spec = table_named(nb::cast<std::string_view>(name));
        auto pair = nb::cast<nb::tuple>(batch.attr("__arrow_c_array__")());
        held.push_back(nb::cast<nb::capsule>(pair[1]));
        const auto* array = static_cast<ArrowArray*>(held.back().data());
        if (array->n_children != static_cast<std::int64_t>(spec.columns.size()))
            throw nb::value_error("a table has other columns than it should");
        tables.emplace_back(&spec, array);
    }
    std::string text;
    {
        nb::gil_scoped_release unlocked;
        text = renderer.render(tables, first_line, lines);
    }
    return bytes_of(text);
}

}  // namespace
}  // namespace nstrace

NB_MODULE(_native, module) {
    using namespace nstrace;
    nb::class_<Rows>(module, "Rows", "Rows of one table, for anything that knows Arrow.")
        .def("__arrow_c_array__", &Rows::arrow_c_array, nb::arg("requested_schema") = nb::none());
    nb::class_<PyBlock>(module, "Block", "A piece of a trace as tables.")
        .def_prop_ro("lines", &PyBlock::lines, "Number of lines.")
        .def_prop_ro(
            "bytes", &PyBlock::bytes,
            "Bytes of their text; the rest is still to be read if there are too many lines.")
        .def("start_at", &PyBlock::start_at, nb::arg("first_line"),
             "Let the first line have this number.")
        .def("count", &PyBlock::count, nb::arg("bins"), "Count the lines into flow bins.")
        .def("tables", &PyBlock::tables, "The tables that have rows, by name.");
    module.def("read", &read_lines, nb::arg("data"), nb::arg("first_byte"),
               "Read whole lines of a trace.");
    nb::class_<Renderer>(module, "Writer", "Writes a trace from its first line on.")
        .def(nb::init<>())
        .def("write", &write_lines, nb::arg("tables"), nb::arg("first_line"), nb::arg("lines"),
             "The text of the next lines, from the tables that hold them.");
    nb::class_<BinsReader>(module, "FlowBins", "What each flow did in each piece of time.")
        .def(nb::init<std::int64_t>(), nb::arg("width_us"))
        .def("finish", &BinsReader::finish, "Nothing more comes.")
        .def("take_rows", &take_rows, "Rows that are done, as CSV; each only once.")
        .def_prop_ro("ignored", &BinsReader::ignored,
                     "Whether packets don't count since their addresses are of several levels.")
        .def_prop_ro("left_out", &BinsReader::left_out,
                     "Whether packets don't count since their lines are of other forms.")
        .def("nodes_not_seen_sending",
             [](const BinsReader& bins) { return as_list(bins.nodes_not_seen_sending()); })
        .def("nodes_not_seen_receiving",
             [](const BinsReader& bins) { return as_list(bins.nodes_not_seen_receiving()); });
    nb::class_<RecordReader>(module, "RecordReader", "Records of ns as the text they stand for.")
        .def(nb::init<>())
        .def("feed", &feed_records, nb::arg("data"), "Take the next bytes of the stream.")
        .def("read", &read_records, nb::arg("buffer"),
             "Write text to the buffer; the number of bytes, 0 if more must be fed first.")
        .def("finish", &RecordReader::finish, "The stream is over: check that it is whole.");
    nb::class_<PyPage>(module, "Page", "Bytes that go into a file.", nb::type_slots(page_slots));
    nb::class_<RowKinds>(module, "RowKinds", "Rows of a table by kind.")
        .def(nb::init<std::size_t>(), nb::arg("rows"))
        .def("split_by", &split_by, nb::arg("pieces"),
             "Rows of a kind that differ in this column become different kinds.")
        .def("rows", &rows_of, "The rows, one kind after the other, as 32-bit numbers.");
    nb::class_<PyPageValues>(module, "PageValues", "Values of a column, as pages of Parquet.")
        .def(nb::init<const std::vector<nb::handle>&, std::size_t, nb::bytes>(), nb::arg("pieces"),
             nb::arg("width"), nb::arg("levels"))
        .def("reorder", &PyPageValues::reorder, nb::arg("rows"))
        .def("plain", &PyPageValues::plain)
        .def("bytes_apart", &PyPageValues::bytes_apart)
        .def("differences", &PyPageValues::differences)
        .def("indices", &PyPageValues::indices, nb::arg("count"))
        .def("dictionary", &PyPageValues::dictionary)
        .def("range", &PyPageValues::range);
    module.def("plain_texts", &plain_texts_in, nb::arg("offsets"), nb::arg("characters"),
               "Texts of Arrow as a page of Parquet.");
    module.attr("RECORD_MAGIC") = nb::bytes(nsrecords::magic, sizeof nsrecords::magic);
    module.def("empty_tables", &empty_tables, "Each table without rows, for its columns.");
}
