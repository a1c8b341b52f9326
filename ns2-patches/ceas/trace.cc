#include "ceas/trace.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "ceas/network.h"

static class CeasTraceClass : public TclClass {
  public:
    CeasTraceClass() : TclClass("CEASTrace") {}
    TclObject* create(int, const char* const*) override { return new ceas::Trace; }
} class_ceas_trace;

namespace ceas {

// One of the kinds of trace.
struct Trace::Sort {
    const char* name;
    What what;
    const char* header;
    Trace** on_change;  // which trace takes each change; null if none can
    bool samples;       // whether there can be one with an interval
};

namespace {

using Sort = Trace::Sort;
using What = Trace::What;

const std::size_t much = 64 << 10;  // of rows, that are written at once

Trace* ant_trace = 0;
Trace* pheromone_trace = 0;

const char* const event_names[] = {"sent", "arrived", "rejected", "updated", "returned", "lost"};

const char* const ant_header =
    "time_ns,event,ant,kind,source_node,destination_node,node,neighbour,cost_s,temperature_s,"
    "elite_temperature_s,cause\n";
const char* const pheromone_header =
    "time_ns,node,source_node,destination_node,neighbour,pheromone,probability\n";
const char* const colony_header =
    "time_ns,source_node,destination_node,kind,sent,arrived,rejected,returned,lost_ttl,"
    "lost_no_neighbour,lost_queue,lost_link_down,lost_other,alive,temperature_s,"
    "elite_temperature_s,temperatures_kept\n";
const char* const data_header =
    "time_ns,node,source_node,destination_node,forwarded,sent_back,sent_back_again,revisits,"
    "loops_of_2,loops_of_3,loops_of_4,longer_loops,dropped_ttl,dropped_no_neighbour,dropped_queue,"
    "dropped_link_down\n";

double now_s() { return Scheduler::instance().clock(); }

const Sort sorts[] = {{"ants", What::ants, ant_header, &ant_trace, false},
                      {"pheromones", What::pheromones, pheromone_header, &pheromone_trace, true},
                      {"colonies", What::colonies, colony_header, 0, true},
                      {"data", What::data, data_header, 0, true}};

// An empty text if there is none.
std::string problem_with(const Sort& sort, double interval_s) {
    const char* problem = interval_s > 0         ? (sort.samples ? "" : "takes no interval")
                          : sort.on_change == 0  ? "needs an interval above 0"
                          : *sort.on_change != 0 ? "already traced"
                                                 : "";
    return *problem ? std::string(sort.name) + ": " + problem : "";
}

void finish_at_exit(ClientData trace) { static_cast<Trace*>(trace)->finish(); }

}  // namespace

void log(AntEvent event, const Ant& ant, double elite_temperature_s) {
    if (ant_trace != 0) ant_trace->add(event, ant, elite_temperature_s);
}

void pheromones_changed(const ForwardingUnit& node, const PheromoneTable& table) {
    if (pheromone_trace != 0) pheromone_trace->add(node, table);
}

Trace::~Trace() {
    finish();
    Tcl_DeleteExitHandler(finish_at_exit, this);
    if (ant_trace == this) ant_trace = 0;
    if (pheromone_trace == this) pheromone_trace = 0;
}

int Trace::command(int argc, const char* const* argv) {
    if (argc == 6 && std::strcmp(argv[1], "open") == 0 && what_ == What::nothing)
        return open(argc, argv);
    if (argc == 2 && std::strcmp(argv[1], "flush") == 0) {
        if (file_.is_open()) flush(false);
        return TCL_OK;
    }
    return TclObject::command(argc, argv);
}

// open WHAT FILE INTERVAL_S CHANGE
int Trace::open(int, const char* const* argv) {
    Tcl& tcl = Tcl::instance();
    interval_s_ = std::atof(argv[4]);
    change_ = std::atof(argv[5]);
    for (const Sort& sort : sorts) {
        if (std::strcmp(argv[2], sort.name) != 0) continue;
        std::string problem = problem_with(sort, interval_s_);
        if (problem.empty()) problem = file_.open(tcl.interp(), argv[3], true);
        if (problem.empty()) {
            begin(sort);
            return TCL_OK;
        }
        Tcl_SetResult(tcl.interp(), const_cast<char*>(problem.c_str()), TCL_VOLATILE);
        return TCL_ERROR;
    }
    tcl.resultf("CEASTrace: there is no trace of \"%s\"", argv[2]);
    return TCL_ERROR;
}

void Trace::begin(const Sort& sort) {
    what_ = sort.what;
    rows_ = sort.header;
    Tcl_CreateExitHandler(finish_at_exit, this);
    if (interval_s_ > 0)
        resched(0);
    else
        *sort.on_change = this;
}

void Trace::add(AntEvent event, const Ant& ant, double elite_temperature_s) {
    bool found = ant.cost_s > 0;
    bool over_link = event == AntEvent::updated || event == AntEvent::lost;
    begin_row();
    field(event_names[int(event)]);
    field(ant.id);
    field(name_of(ant.kind));
    field(long(ant.colony.source));
    field(long(ant.colony.destination));
    field_or_nothing(long(ant.at_node), ant.at_node >= 0);
    field_or_nothing(long(ant.at_neighbour), over_link && ant.at_neighbour >= 0);
    field_or_nothing(ant.cost_s, found);
    field_or_nothing(ant.temperature_s, found);
    field_or_nothing(elite_temperature_s, event == AntEvent::arrived);
    field(event == AntEvent::lost ? name_of(ant.cause) : "");
    end_row();
}

void Trace::add(const ForwardingUnit& node, const PheromoneTable& table) {
    node.probabilities(table, shares_);
    if (worth_writing(table, shares_)) write_rows(node, table, shares_);
}

// Whether some probability has changed enough since it was written last.
bool Trace::worth_writing(const PheromoneTable& table, const std::vector<double>& shares) {
    if (change_ <= 0) return true;
    std::vector<double>& before = written_[&table];
    bool worth = before.empty();
    for (std::size_t place = 0; place < shares.size() && !worth; ++place)
        worth = std::fabs(shares[place] - before[place]) >= change_;
    if (worth) before = shares;
    return worth;
}

void Trace::write_rows(const ForwardingUnit& node, const PheromoneTable& table,
                       const std::vector<double>& shares) {
    for (std::size_t place = 0; place < shares.size(); ++place) {
        begin_row();
        field(long(node.node()));
        field(long(table.colony.source));
        field(long(table.colony.destination));
        field(long(node.neighbours()[place].node));
        field(table.tau()[place]);
        field(shares[place]);
        end_row();
    }
}

void Trace::expire(Event*) {
    sample();
    ++samples_;
    resched(std::max(0.0, samples_ * interval_s_ - now_s()));
}

void Trace::sample() {
    sampled_s_ = now_s();
    if (what_ == What::pheromones)
        sample_pheromones();
    else if (what_ == What::colonies)
        sample_colonies();
    else if (what_ == What::data)
        sample_data();
}

// Of nodes that an ant came back over.
void Trace::sample_pheromones() {
    for (const ForwardingUnit* node : network().nodes)
        for (const auto& table : node->tables())
            if (table->updates() > 0) add(*node, *table);
}

void Trace::sample_colonies() {
    for (const auto& colony : network().colonies)
        for (int kind = 0; kind < kinds; ++kind) {
            const AntCounts& counts = colony->counts[kind];
            begin_row();
            field(long(colony->source));
            field(long(colony->destination));
            field(name_of(Kind(kind)));
            field(counts.sent);
            field(counts.arrived);
            field(counts.rejected);
            field(counts.returned);
            for (long count : counts.lost) field(count);
            field(counts.alive());
            bool known = colony->temperature_s > 0;
            field_or_nothing(colony->temperature_s, known);
            field_or_nothing(colony->elite_temperature_s, known);
            field(colony->temperatures_kept);
            end_row();
        }
}

void Trace::sample_data() {
    for (ForwardingUnit* node : network().nodes) {
        for (const auto& table : node->tables()) data_row(*node, &table->colony, table->data);
        data_row(*node, 0, node->other_data());
    }
}

// Counts that have not changed get no row.
void Trace::data_row(const ForwardingUnit& node, const Colony* colony, const DataCounts& counts) {
    long sum = counts.forwarded;
    for (long dropped : counts.dropped) sum += dropped;
    long& before = counted_[&counts];
    if (sum == before) return;
    before = sum;
    begin_row();
    field(long(node.node()));
    field_or_nothing(long(colony ? colony->source : 0), colony != 0);
    field_or_nothing(long(colony ? colony->destination : 0), colony != 0);
    field(counts.forwarded);
    field(counts.sent_back);
    field(counts.sent_back_again);
    field(counts.revisits);
    for (int links = shortest_loop; links <= longest_loop; ++links) field(counts.loops[links]);
    for (int cause = 0; cause < other_cause; ++cause) field(counts.dropped[cause]);
    end_row();
}

void Trace::begin_row() { rows_ += std::to_string(std::llround(now_s() * 1e9)); }

void Trace::field(long value) {
    rows_ += ',';
    rows_ += std::to_string(value);
}

void Trace::field(double value) {
    char text[40];
    std::snprintf(text, sizeof text, ",%.17g", value);
    rows_ += text;
}

void Trace::field(const char* text) {
    rows_ += ',';
    rows_ += text;
}

void Trace::field_or_nothing(long value, bool known) {
    if (known)
        field(value);
    else
        rows_ += ',';
}

void Trace::field_or_nothing(double value, bool known) {
    if (known)
        field(value);
    else
        rows_ += ',';
}

void Trace::end_row() {
    rows_ += '\n';
    if (rows_.size() >= much) flush(false);
}

void Trace::flush(bool exiting) {
    file_.write(rows_.data(), rows_.size(), exiting);
    rows_.clear();
}

void Trace::finish() {
    if (!file_.is_open()) return;
    if (interval_s_ > 0 && sampled_s_ != now_s()) sample();
    flush(true);
    file_.finish(true);
    what_ = What::nothing;
}

}  // namespace ceas
