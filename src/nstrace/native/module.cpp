// What Python sees of the native core.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "arrow_c.hpp"
#include "bins_reader.hpp"
#include "block.hpp"
#include "record_reader.hpp"
#include "renderer.hpp"

namespace nb = nanobind;

namespace nstrace {
namespace {

// A readable view of anything that offers its bytes.
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

// Hand a struct of Arrow's C interface over; whoever takes it out empties its release.
template <typename Struct>
nb::capsule capsule_of(const Struct& value, const char* name) {
    return nb::capsule(new Struct(value), name, [](void* held) noexcept {
        auto* left = static_cast<Struct*>(held);
        if (left->release) left->release(left);
        delete left;
    });
}

// Rows of one table, as anything that knows Arrow can take them (__arrow_c_array__).
struct Rows {
    std::shared_ptr<const Table> table;

    nb::tuple arrow_c_array(nb::handle) const {
        return nb::make_tuple(capsule_of(export_schema(table->spec()), "arrow_schema"),
                              capsule_of(export_rows(table), "arrow_array"));
    }
};

class PyBlock {
  public:
    explicit PyBlock(Block block) : lines_(block.lines) {
        for (auto& table : block.tables)
            tables_.push_back(std::make_shared<Table>(std::move(table)));
    }

    std::int64_t lines() const { return lines_; }

    // Count lines from `first_line` on from here on; they were counted from 0.
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
    std::int64_t first_line_ = 0;
};

PyBlock read_lines(nb::handle data, std::int64_t first_byte) {
    Bytes bytes(data);
    nb::gil_scoped_release unlocked;
    return PyBlock(read_block(bytes.text(), first_byte));
}

nb::bytes take_rows(BinsReader& bins) {
    auto rows = bins.take_rows();
    return nb::bytes(rows.data(), rows.size());
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
    return nb::bytes(text.data(), text.size());
}

}  // namespace
}  // namespace nstrace

NB_MODULE(_native, module) {
    using namespace nstrace;
    nb::class_<Rows>(module, "Rows", "Rows of one table, for anything that knows Arrow.")
        .def("__arrow_c_array__", &Rows::arrow_c_array, nb::arg("requested_schema") = nb::none());
    nb::class_<PyBlock>(module, "Block", "A piece of a trace as tables.")
        .def_prop_ro("lines", &PyBlock::lines, "Number of lines.")
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
                     "Whether packets don't count since their addresses are of several levels.");
    nb::class_<RecordReader>(module, "RecordReader", "Records of ns as the text they stand for.")
        .def(nb::init<>())
        .def("feed", &feed_records, nb::arg("data"), "Take the next bytes of the stream.")
        .def("read", &read_records, nb::arg("buffer"),
             "Write text to the buffer; the number of bytes, 0 if more must be fed first.")
        .def("finish", &RecordReader::finish, "The stream is over: check that it is whole.");
    module.attr("RECORD_MAGIC") = nb::bytes(nsrecords::magic, sizeof nsrecords::magic);
    module.def("empty_tables", &empty_tables, "Each table without rows, for its columns.");
}
