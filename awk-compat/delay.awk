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
    reads = "packet"
    reads_short = 1
    if (type == "")
        type = "tcp"
    if (show != "" && show != "packets")
        refuse("delay.awk: expected -v show=packets, found \"" show "\"")
}

kind == "short" && $1 == "+" { count_sending("all:", $3); next }
kind == "short" && !(("all:", $3) in first_ns) { unknown++; next }
kind == "short" { arrival("all:", $3, $3); next }

!is_data() { next }

is_sending() { count_sending(flow_name, data_number()) }

is_arrival() { arrival(flow_name, data_number(), $11) }

END {
    if (show == "packets")
        show_packets()
    else
        show_flows()
}

function arrival(name, number, sequence,    delay_ns) {
    delay_ns = nanoseconds($2) - first_ns[name, number]
    sum_ns[name] += delay_ns
    delays_ns[name, ++received[name]] = delay_ns
    flow_of[++arrivals] = name
    sequence_of[arrivals] = sequence
}

function show_packets(    number, name) {
    for (number = 1; number <= arrivals; number++) {
        name = flow_of[number]
        printf "%s %s %.9f\n", shown(name), sequence_of[number], delays_ns[name, ++done[name]] / 1e9
    }
}

function show_flows(    number) {
    print "flow", "entries", "sent", "received", "mean_delay_s", "variance_s2"
    for (number = 1; number <= flows; number++)
        summary(order[number])
}

function summary(name,    count) {
    count = received[name] + 0
    if (sum_ns[name] > 9007199254740992)
        tell("the delays of flow " shown(name) " add up to more than 2^53 ns; " \
            "last digits may be wrong")
    printf "%s %d %d %d ", shown(name), sent[name] + count, sent[name], count
    if (count)
        printf "%.17g %.12g\n", sum_ns[name] / count / 1e9, variance_ns2(name, count) / 1e18
    else
        print "- -"
}

# The squares of distances from the mean's integer part are integers, but outgrow those that a
# double can hold. So their sum stands in three numbers, 1e12 * high + 1e6 * middle + low, and
# is exact like that of the delays.
function variance_ns2(name, count,    mean, rest, number, distance, millions, high, middle, low) {
    mean = int(sum_ns[name] / count)
    rest = sum_ns[name] - mean * count
    for (number = 1; number <= count; number++) {
        distance = delays_ns[name, number] - mean
        millions = int(distance / 1e6)
        distance -= 1e6 * millions
        low += distance * distance
        middle += 2 * millions * distance + int(low / 1e6)
        high += millions * millions + int(middle / 1e6)
        low %= 1e6
        middle %= 1e6
    }
    return (high * 1e12 + middle * 1e6 + low - rest * rest / count) / count
}
