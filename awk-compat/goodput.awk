# Goodput by flow. The studies mean different things by it; headers count in all of them, as in
# ns' sizes, and data that arrives twice counts once.
#
#   awk -f lines.awk -f goodput.awk TRACE
#
#   packets         distinct data packets that arrived
#   bytes           bytes of these packets
#   goodput_bps     these bits over the time from the first sending of any of this data to the
#                   last arrival
#   delivered_bps   these bits over the time from the flow's first packet to the trace's last one
#                   (S. Tamrakar's thesis, section 5.1)
#   in_order_bps    bits handed to the application, TCP's in order, over the time from when the
#                   last flow starts to the trace's last packet (B. Baesjou's report, appendix 3)
#   share_percent   the flow's part of these bits of all flows

BEGIN {
    reads = "packet"
    lost_too = 1
}

# Requests to connect start a flow, too.
leaves_source() && !(connection() in flow_start_ns) {
    flow_start_ns[connection()] = nanoseconds($2)
}

!is_data() { next }

is_sending() {
    number = data_number()
    if (!((flow_name, number) in first_ns))
        remember_number(flow_name, number)
    else if ($6 < size[flow_name, number])
        size[flow_name, number] = $6
    count_sending(flow_name, number)
    in_order_only[flow_name] = header_bytes[$5] > 0
}

is_arrival() && !((flow_name, data_number()) in arrived_ns) {
    arrived_ns[flow_name, data_number()] = nanoseconds($2)
}

END {
    print "flow", "packets", "bytes", "goodput_bps", "delivered_bps", "in_order_bps", \
        "share_percent"
    end_ns = nanoseconds(latest_time_s)
    last_start_ns = 0
    for (place = 1; place <= flows; place++)
        last_start_ns = most(last_start_ns, flow_start_ns[order[place]])
    for (place = 1; place <= flows; place++)
        add_up(order[place])
    for (place = 1; place <= flows; place++)
        show_flow(order[place])
}

# The numbers of a flow's data in rising order, which is nearly always that of sending.
function remember_number(name, number,    place) {
    size[name, number] = $6
    for (place = ++count[name]; place > 1 && numbers[name, place - 1] + 0 > number + 0; place--)
        numbers[name, place] = numbers[name, place - 1]
    numbers[name, place] = number
}

function add_up(name,    place, number, missing, time_ns) {
    first_sent_ns[name] = end_ns
    last_arrived_ns[name] = 0
    for (place = 1; place <= count[name]; place++) {
        number = numbers[name, place]
        if (!((name, number) in arrived_ns)) {
            missing = 1
            continue
        }
        packets[name]++
        bytes[name] += size[name, number]
        first_sent_ns[name] = least(first_sent_ns[name], first_ns[name, number])
        time_ns = arrived_ns[name, number]
        last_arrived_ns[name] = most(last_arrived_ns[name], time_ns)
        # TCP hands data on when all that is numbered lower has arrived, too.
        if (in_order_only[name])
            time_ns = missing ? -1 : last_arrived_ns[name]
        if (time_ns >= last_start_ns)
            in_order[name] += size[name, number]
    }
    all_in_order += in_order[name]
}

function show_flow(name) {
    print shown(name), packets[name] + 0, sprintf("%.0f", bytes[name]), \
        ratio(8e9 * bytes[name], last_arrived_ns[name] - first_sent_ns[name]), \
        ratio(8e9 * bytes[name], end_ns - flow_start_ns[name]), \
        ratio(8e9 * in_order[name], end_ns - last_start_ns), \
        ratio(100 * in_order[name], all_in_order)
}

function ratio(value, whole) {
    return whole > 0 ? sprintf("%.17g", value / whole) : "-"
}

function least(one, other) {
    return one < other ? one : other
}

function most(one, other) {
    return one > other ? one : other
}
