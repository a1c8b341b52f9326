# Percentage throughput, as the thesis defines it (section 3.7.2): data packets received over
# data packets sent, times 100. A line for each flow, and one for all together; "printed" is
# the percentage cut after its first decimal, as in the thesis' tables.
#
#   awk -f lines.awk -f throughput.awk TRACE

BEGIN {
    reads = "packet"
    if (type == "")
        type = "tcp"
}

!is_data() { next }

is_sending() { count_sending(flow_name, data_number()) }

is_arrival() { received[flow_name]++ }

END {
    print "flow", "sent", "received", "percent", "printed"
    for (number = 1; number <= flows; number++) {
        name = order[number]
        show_share(shown(name), sent[name], received[name] + 0)
        all_sent += sent[name]
        all_received += received[name]
    }
    if (flows)
        show_share("all", all_sent, all_received)
}

function show_share(name, before, after) {
    printf "%s %d %d %.17g %.1f\n", name, before, after, 100 * after / before, \
        int(1000 * after / before) / 10
}
