# One-way delays, as the thesis' delay.cpp gives them (section 3.4).
#
#   awk -f lines.awk -f delay.awk [-v show=packets] TRACE
#
# TRACE is a packet trace, or what send_receive.awk makes of one. For each flow:
#
#   entries        lines read that are a sending or an arrival of a data packet
#   sent           data packets sent, retransmissions included
#   received       data packets that arrived, copies included
#   mean_delay_s   arrival minus the first sending of that sequence number, mean of all arrivals
#   variance_s2    population variance of these delays
#
# With show=packets instead: flow, sequence number and delay (s) of each arrival, in order.

BEGIN {
    if (show != "" && show != "packets")
        refuse("delay.awk: expected -v show=packets, found \"" show "\"")
}

NR == 1 { short = NF == 3 }

{ check_line(); check_order($2) }

short && $1 == "+" { sending("all", $3); next }
short { arrival("all", $3); next }

is_data() && is_sending() { sending($8, $11) }
is_data() && is_arrival() { arrival($8, $11) }

END {
    if (unknown)
        print trace_name() ": " unknown " arrivals left out; their sending is not in it" > "/dev/stderr"
    if (show == "packets")
        exit
    print "flow", "entries", "sent", "received", "mean_delay_s", "variance_s2"
    for (number = 1; number <= flows; number++)
        summary(order[number])
}

function check_line() {
    if (!short)
        check_packet()
    else if ($0 !~ /^[+r] [0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)? -?[0-9]+$/)
        bad_line("event, time and sequence number")
}

function sending(flow, sequence) {
    if (!(flow in sent))
        order[++flows] = flow
    sent[flow]++
    if (!((flow, sequence) in first_ns))
        first_ns[flow, sequence] = nanoseconds($2)
}

function arrival(flow, sequence,    delay_ns, distance) {
    if (!((flow, sequence) in first_ns)) {
        unknown++
        return
    }
    delay_ns = nanoseconds($2) - first_ns[flow, sequence]
    if (show == "packets")
        printf "%s %s %.9f\n", flow, sequence, delay_ns / 1e9
    received[flow]++
    sum_ns[flow] += delay_ns
    # Squares of nanoseconds outgrow a double's integers. Squared distances from the running
    # mean stay small, and lose nothing when a variance is small beside its mean's square.
    distance = delay_ns - mean_ns[flow]
    mean_ns[flow] += distance / received[flow]
    squares_ns2[flow] += distance * (delay_ns - mean_ns[flow])
}

function summary(flow,    count) {
    count = received[flow] + 0
    printf "%s %d %d %d ", flow, sent[flow] + count, sent[flow], count
    if (count)
        printf "%.17g %.12g\n", sum_ns[flow] / count / 1e9, squares_ns2[flow] / count / 1e18
    else
        print "- -"
}
