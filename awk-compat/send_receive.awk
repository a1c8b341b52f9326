# What one flow sent and received, as the thesis' first script puts it (section 3.2.5.1):
# columns 1, 2 and 11 (event, time in s, sequence number) of a packet trace, for data packets
# that enter the queue of the first link or have come over the last one.
#
#   awk -f lines.awk -f send_receive.awk -v first=0-2 -v last=10-11 [-v flow=1] [-v size=1500] TRACE
#
#   first, last   links by their nodes, FROM-TO
#   flow          this flow only; needed if several share the links, since each numbers its
#                 packets from 0
#   size          packets of this many bytes only, where the thesis asks for 1500

BEGIN {
    check_link("first", first)
    check_link("last", last)
    split(first, first_node, "-")
    split(last, last_node, "-")
}

{ check_packet() }

!is_data() || (flow != "" && $8 != flow) || (size != "" && $6 != size) { next }

($1 == "+" && $3 == first_node[1] && $4 == first_node[2]) ||
($1 == "r" && $3 == last_node[1] && $4 == last_node[2]) {
    if (flow == "" && any_flow != "" && $8 != any_flow)
        stop("flow " $8 " shares the links with flow " any_flow "; choose one with -v flow=")
    any_flow = $8
    print $1, $2, $11
}

function check_link(name, value) {
    if (value !~ /^[0-9]+-[0-9]+$/)
        refuse("send_receive.awk: expected -v " name "=FROM-TO, such as 0-2, found \"" value "\"")
}
