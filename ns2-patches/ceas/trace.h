// Traces of CEAS as CSV files: ants, pheromones, counts. README.md has the columns.

#ifndef added_ceas_trace_h
#define added_ceas_trace_h

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "config.h"
#include "timer-handler.h"

#include "ceas/ant.h"
#include "ceas/forwarding_unit.h"
#include "records/output_file.h"

namespace ceas {

enum class AntEvent { sent, arrived, rejected, updated, returned, lost };

// These do nothing unless a trace is open.
void log(AntEvent event, const Ant& ant, double elite_temperature_s = 0);
void pheromones_changed(const ForwardingUnit& node, const PheromoneTable& table);

// An object of ns, CEASTrace, for one file.
class Trace : public TclObject, private TimerHandler {
  public:
    Trace() {}
    ~Trace() override;
    int command(int argc, const char* const* argv) override;

    void add(AntEvent event, const Ant& ant, double elite_temperature_s);
    void add(const ForwardingUnit& node, const PheromoneTable& table);
    void finish();

    enum class What { nothing, ants, pheromones, colonies, data };
    struct Sort;

  private:
    int open(int argc, const char* const* argv);
    void begin(const Sort& sort);
    void expire(Event*) override;
    void sample();
    void sample_pheromones();
    void sample_colonies();
    void sample_data();
    void data_row(const ForwardingUnit& node, const Colony* colony, const DataCounts& counts);
    void write_rows(const ForwardingUnit& node, const PheromoneTable& table,
                    const std::vector<double>& shares);
    bool worth_writing(const PheromoneTable& table, const std::vector<double>& shares);

    void begin_row();
    void field(long value);
    void field(double value);
    void field(const char* text);
    void field_or_nothing(long value, bool known);
    void field_or_nothing(double value, bool known);
    void end_row();
    void flush(bool exiting);

    What what_ = What::nothing;
    double interval_s_ = 0;  // 0: on each change
    double change_ = 0;      // of a probability, that is worth a row
    long samples_ = 0;
    double sampled_s_ = -1;
    OutputFile file_;
    std::string rows_;
    std::vector<double> shares_;
    std::unordered_map<const PheromoneTable*, std::vector<double>> written_;
    std::unordered_map<const DataCounts*, long> counted_;
};

}  // namespace ceas

#endif
