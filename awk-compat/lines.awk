# What the other scripts share: kinds of lines, what a data packet, its sending and its arrival
# are, and how to stop. It is loaded first, "awk -f lines.awk -f SCRIPT.awk TRACE", so that its
# rules see a line before the script's rules do.
#
# A script says what it reads: reads = "packet" or "variable". Other kinds that ns writes into
# the same file are left out and counted on standard error; any other line ends the script.
#
# Don't pass a variable without a value to a function: gawk 5.2 then computes sums of it wrongly.
#
# Options of all scripts that read packets:
#
#   type=TYPE     data packets of this type only, such as tcp or cbr
#   flow=FLOW     this flow only
#   first, last   links, FROM-TO or several as FROM-TO,FROM-TO: a packet is sent when it enters
#                 the queue of a first one, and arrives when it has come over a last one. Without
#                 them these are the links by which packets leave their source and reach their
#                 destination.

BEGIN {
    if (sprintf("%.1f", 0.5) != "0.5" || "0.5" + 0 != 0.5)
        refuse("this awk reads and writes numbers with a decimal comma; start it with LC_ALL=C")
    describe_lines()
    describe_data()
    if ((first == "") != (last == ""))
        refuse("expected both -v first=FROM-TO and -v last=FROM-TO, or none")
    remember_links("first", first, first_links)
    remember_links("last", last, last_links)
}

FNR == 1 && NR > 1 { stop("a second trace; give one at a time") }

{
    dos_line = sub(/\r$/, "")
    kind = kind_of_line()
    lines[kind]++
}

kind == "" || (alone && kind != reads) { bad_line() }

kind != reads { next }

kind != "variable" { check_order($2) }

END {
    if (stopped)
        exit 1
    if (NR > 0 && trace_name() != "standard input")
        check_end()
    tell_what_was_left_out()
}

# Each kind as a regular expression. Blanks may come in runs.
function describe_lines(    gap, time, integer, word, address, middle, end) {
    gap = "[ \t]+"
    end = "[ \t]*$"
    time = "[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)?"
    integer = "-?[0-9]+"
    word = "[^ \t]+"
    address = integer "([.]" integer ")+"
    # event time from to type size flags flow source.port destination.port sequence uid
    middle = gap integer gap integer gap word gap "[0-9]+" gap word gap integer \
        gap address gap address gap integer gap integer
    packet_line = "^[-+rdechE]" gap time middle \
        "(" gap integer gap "0x[0-9a-f]+" gap integer gap integer ")?" end
    # SCTP's header makes a line of each chunk.
    chunk_line = "^[-+rdechE]" gap time middle gap integer gap integer gap integer end
    # time source-node source-port destination-node destination-port variable value
    variable_line = "^" time gap integer gap integer gap integer gap integer gap word \
        gap "-?" time end
    link_line = "^v" gap time gap "link-(down|up)" gap integer gap integer end
    annotation_line = "^v" gap time gap "[^ \t]"
    # What send_receive.awk writes.
    short_line = "^[+r]" gap time gap integer end
    expected["packet"] = "the 12 columns of a packet trace, or 16 with TCP headers"
    expected["variable"] = "the 7 columns of a variable trace"
    expected["short"] = "event, time and sequence number"
}

# Types of packets that carry data, and the size of one that is a bare header.
function describe_data(    names, count, number) {
    count = split("udp cbr exp pareto rtp audio video ra rap_data tcpFriend DCCP_Data " \
        "DCCP_DataAck", names, " ")
    for (number = 1; number <= count; number++)
        header_bytes[names[number]] = 0
    count = split("tcp xcp telnet ftp http", names, " ")
    for (number = 1; number <= count; number++)
        header_bytes[names[number]] = 40
}

function kind_of_line() {
    if ($0 ~ packet_line)
        return "packet"
    if ($0 ~ variable_line)
        return "variable"
    if (may_be_short() && $0 ~ short_line) {
        reads = "short"
        alone = 1
        return "short"
    }
    if ($0 ~ chunk_line)
        return "SCTP chunk"
    if ($0 ~ link_line)
        return "link event"
    if ($0 ~ annotation_line && $3 !~ /^link-/)
        return "annotation"
    return ""
}

# A packet's line that is cut must not be taken for a short one.
function may_be_short() {
    return reads == "short" || (reads_short && !lines["packet"])
}

function tell_what_was_left_out(    kinds, number, count, told) {
    count = split("packet,variable,SCTP chunk,link event,annotation", kinds, ",")
    for (number = 1; number <= count; number++)
        if (kinds[number] != reads && lines[kinds[number]])
            told = told ", " kinds[number] " " lines[kinds[number]]
    if (told != "")
        tell("left out lines of other kinds:" substr(told, 2))
    if (!lines[reads] && lines["packet"] + lines["variable"] > 0)
        refuse(trace_name() ": no line of the kind this script reads: " expected[reads])
    if (unknown)
        tell("left out arrivals whose sending is not in it: " unknown)
    if (lines["packet"] && reads == "packet" && !data_lines)
        tell("no data packets" (type == "" ? "" : " of type " type) " in it; others:" other_types)
}

function tell(what) {
    print trace_name() ": " what > "/dev/stderr"
}

# End with status 1 because of a line.
function stop(reason) {
    refuse(trace_name() ", line " FNR ": " reason)
}

function bad_line() {
    stop("expected " expected[reads] ", found \"" substr($0, 1, 120) "\"")
}

# End with status 1.
function refuse(message) {
    print message > "/dev/stderr"
    stopped = 1
    exit 1
}

function trace_name() {
    return FILENAME == "" || FILENAME == "-" ? "standard input" : FILENAME
}

function remember_links(name, value, links,    parts, count, number) {
    count = split(value, parts, ",")
    for (number = 1; number <= count; number++) {
        if (parts[number] !~ /^[0-9]+-[0-9]+$/)
            refuse("expected -v " name "=FROM-TO, such as 0-2, found \"" value "\"")
        links[parts[number]] = 1
    }
}

# Delays are measured from the first time that a packet was sent, so order matters.
function check_order(time_s) {
    if (time_s + 0 < latest_time_s)
        stop("its time is before the time of the line above")
    latest_time_s = time_s + 0
}

# Whether the line is of a data packet that is asked for; if so, flow_name says whose. Two
# connections may have the same flow number, and then the same sequence numbers.
function is_data() {
    if ((type == "" ? !($5 in header_bytes) : $5 != type) || $6 <= header_bytes[$5]) {
        if (!($5 in seen_types))
            other_types = other_types " " $5
        seen_types[$5] = 1
        return 0
    }
    flow_name = connection()
    if (flow != "" && flow != $8 && flow != flow_name)
        return 0
    if (first == "" && !(flow_name in flat))
        check_addresses()
    data_lines++
    return 1
}

function connection() {
    return $8 ":" $9 "-" $10
}

function check_addresses() {
    if ($9 ~ /[.].*[.]/ || $10 ~ /[.].*[.]/)
        stop("which node " $9 " or " $10 " is does not show in hierarchical addresses; " \
            "name the links with -v first=FROM-TO -v last=FROM-TO")
    flat[flow_name] = 1
}

# A flow's number if no other has it, else NUMBER:SOURCE-DESTINATION.
function shown(name,    number) {
    number = substr(name, 1, index(name, ":") - 1)
    return with_number[number] > 1 ? name : number
}

# The packet enters the queue of its first link. Its uid tells it from others: a retransmission
# has one of its own, and a packet that a routing loop brings back is not sent anew.
function is_sending() {
    if ($12 in sent_uids || !leaves_source())
        return 0
    sent_uids[$12] = 1
    return 1
}

# With lost_too, a packet that is dropped in front of that queue is sent, too.
function leaves_source() {
    if ($1 != "+" && !(lost_too && is_lost()))
        return 0
    return first == "" ? index($9, $3 ".") == 1 : ($3 "-" $4) in first_links
}

# Its last link has delivered the packet.
function is_arrival() {
    if ($1 != "r" || $12 in arrived_uids)
        return 0
    if (last == "" ? index($10, $4 ".") != 1 : !(($3 "-" $4) in last_links))
        return 0
    if (!($12 in sent_uids)) {
        unknown++
        return 0
    }
    arrived_uids[$12] = 1
    return 1
}

# Dropped, or spoilt by an error or a collision.
function is_lost() {
    return $1 == "d" || $1 == "e" || $1 == "c"
}

# What makes a packet the same data as another: TCP numbers data, some types nothing.
function data_number() {
    return $11 < 0 ? "uid " $12 : $11
}

# Keep count of what a flow sent, and when each of its numbers was sent first.
function count_sending(name, number) {
    if (!(name in sent)) {
        order[++flows] = name
        with_number[substr(name, 1, index(name, ":") - 1)]++
    }
    sent[name]++
    if (!((name, number) in first_ns))
        first_ns[name, number] = nanoseconds($2)
}

# Integers keep sums exact: they do not depend on the order of the packets.
function nanoseconds(time_s) {
    return int(time_s * 1e9 + 0.5)
}

# A file name quoted for the shell.
function shell_word(name,    parts, count, number, word) {
    count = split(name, parts, "'")
    word = parts[1]
    for (number = 2; number <= count; number++)
        word = word "'\\''" parts[number]
    return "'" word "'"
}

# awk treats a last line without a line end as a whole one, though it may be cut in the middle of
# a number. This can be checked in a file, not in a pipe, which has been read and may be named, too.
function check_end(    name, command, byte, read) {
    name = shell_word(FILENAME)
    command = "[ -f " name " ] && tail -c 1 < " name
    read = command | getline byte
    close(command)
    if (read > 0 && byte != "")
        stop("the last line is cut")
}
