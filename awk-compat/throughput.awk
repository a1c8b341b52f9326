# Percentage throughput, as the thesis defines it (section 3.7.2): data packets received over
# data packets sent, times 100. A line for each flow, and one for all together; "printed" is
# the percentage cut after its first decimal, as in the thesis' tables.
#
#   awk -f lines.awk -f throughput.awk TRACE

{ check_packet() }

is_data() && is_sending() {
    if (!($8 in sent))
        order[++flows] = $8
    sent[$8]++
    known[$8, $11] = 1
}

is_data() && is_arrival() && ($8, $11) in known { received[$8]++ }

END {
    print "flow", "sent", "received", "percent", "printed"
    for (number = 1; number <= flows; number++) {
        flow = order[number]
        show_share(flow, sent[flow], received[flow] + 0)
        all_sent += sent[flow]
        all_received += received[flow]
    }
    if (flows)
        show_share("all", all_sent, all_received)
}

function show_share(name, before, after) {
    printf "%s %d %d %.17g %.1f\n", name, before, after, 100 * after / before, \
        int(1000 * after / before) / 10
}
