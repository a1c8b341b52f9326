// What was read from a piece of a trace, seen through the Arrow arrays that others get.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "renderer.hpp"

namespace fuzz {

// Ends the process, naming the invariant and the line, unless it holds.
void expect(bool holds, const char* invariant, std::int64_t line = -1);

// One column of one table.
class ColumnView {
  public:
    ColumnView(nstrace::Type type, const ArrowArray& array) : type_(type), array_(&array) {}

    nstrace::Type type() const { return type_; }
    bool has(std::int64_t row) const;
    std::int64_t integer(std::int64_t row) const;  // of a double, its bits; else the index
    std::string_view text(std::int64_t row) const;
    bool is_dictionary() const { return array_->dictionary != nullptr; }
    bool is_text() const;

    // The invariants of a column by itself.
    void check(std::int64_t rows, bool nullable) const;

  private:
    void check_nulls(std::int64_t rows, bool nullable) const;
    void check_dictionary(std::int64_t rows) const;

    nstrace::Type type_;
    const ArrowArray* array_;
};

// A line's place in the tables.
struct Place {
    int table = -1;
    std::int64_t row = -1;
    std::int64_t kept = -1;   // row in `kept`
    std::string_view ending;  // as the tables have it
};

// A piece of a trace that was read, with all its invariants checked.
class Lines {
  public:
    Lines(std::string_view text, std::int64_t first_byte);
    ~Lines();
    Lines(const Lines&) = delete;

    std::int64_t size() const { return static_cast<std::int64_t>(places_.size()); }
    std::int64_t first_byte() const { return first_byte_; }
    const Place& place(std::int64_t line) const { return places_[line]; }
    ColumnView column(int table, int index) const;
    std::int64_t line_in(int table, std::int64_t row) const;
    std::vector<nstrace::GivenTable> given() const;

  private:
    void check_table(int table) const;
    void find_places();
    void find_endings();
    void check_text(std::string_view text) const;
    void check_line(std::int64_t line, std::string_view text, std::int64_t at,
                    std::int64_t next) const;
    void check_columns(std::int64_t line) const;
    bool is_time(std::string_view text, const Place& place) const;

    std::int64_t first_byte_;
    std::array<ArrowArray, nstrace::table::count> arrays_{};  // by table; nothing if without rows
    std::vector<Place> places_;                               // by line
};

// Line `a` of `one` and line `b` of `other` have become the same, `shift` bytes apart.
void expect_same(const Lines& one, std::int64_t a, const Lines& other, std::int64_t b,
                 std::int64_t shift);

}  // namespace fuzz
