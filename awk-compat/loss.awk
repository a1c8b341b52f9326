# Loss by flow and of all flows together, two ways.
#
#   awk -f lines.awk -f loss.awk TRACE
#
#   sent       data packets sent, retransmissions included
#   received   data packets that arrived, copies included
#   dropped    data packets that the trace says were lost: by a queue, at random, or because a
#              link was down
#   percent    dropped over sent, times 100
#   missing    sent minus received, the thesis' packet loss (section 3.7.3). It counts what was
#              under way at the end, too, and what got lost where nothing is traced.

BEGIN {
    reads = "packet"
    lost_too = 1
}

!is_data() { next }

is_sending() { count_sending(flow_name, data_number()) }

is_arrival() { received[flow_name]++ }

is_lost() && $12 in sent_uids && !($12 in lost_uids) {
    lost_uids[$12] = 1
    dropped[flow_name]++
}

END {
    print "flow", "sent", "received", "dropped", "percent", "missing"
    for (number = 1; number <= flows; number++) {
        name = order[number]
        show_loss(shown(name), sent[name], received[name] + 0, dropped[name] + 0)
        all_sent += sent[name]
        all_received += received[name]
        all_dropped += dropped[name]
    }
    if (flows)
        show_loss("all", all_sent, all_received, all_dropped)
}

function show_loss(name, before, after, lost) {
    printf "%s %d %d %d %.17g %d\n", name, before, after, lost, 100 * lost / before, before - after
}
