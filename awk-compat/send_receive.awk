# What one flow sent and received, as the thesis' first script puts it (section 3.2.5.1):
# columns 1, 2 and 11 (event, time in s, sequence number) of a packet trace, for data packets
# that enter the queue of the first link or have come over the last one.
#
#   awk -f lines.awk -f send_receive.awk -v first=0-2 -v last=10-11 [-v flow=1] [-v size=1500] TRACE
#
#   flow   needed if several share the links, since each numbers its packets from 0
#   size   packets of this many bytes only, where the thesis asks for 1500

BEGIN {
    reads = "packet"
    if (type == "")
        type = "tcp"
    if (first == "")
        refuse("send_receive.awk: expected -v first=FROM-TO and -v last=FROM-TO")
}

!is_data() || (size != "" && $6 != size) { next }

$11 < 0 { stop("packets of type " $5 " have no sequence numbers") }

is_sending() || is_arrival() {
    if (any_flow != "" && any_flow != flow_name)
        stop("flow " flow_name " shares the links with flow " any_flow "; choose one with -v flow=")
    any_flow = flow_name
    print $1, $2, $11
}
