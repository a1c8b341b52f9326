# What the other scripts share: checks of a trace's lines, and how to stop. It is loaded
# first, "awk -f lines.awk -f SCRIPT.awk TRACE", so that its END comes before theirs.

# End with status 1 because of a line.
function stop(reason) {
    refuse(trace_name() ", line " FNR ": " reason)
}

function bad_line(expected) {
    if ($0 ~ /\r$/)
        stop("it ends with a carriage return, as on DOS; take these out with: tr -d '\\r'")
    stop("expected " expected ", found \"" substr($0, 1, 120) "\"")
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

# A packet's line, with the twelve columns
#   event time from to type size flags flow source.port destination.port sequence uid
function check_packet() {
    if ($0 !~ /^[-+rdeh] [0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)? -?[0-9]+ -?[0-9]+ [^ \t]+ [0-9]+ [^ \t]+ -?[0-9]+ -?[0-9]+\.-?[0-9]+ -?[0-9]+\.-?[0-9]+ -?[0-9]+ [0-9]+$/)
        bad_line("the 12 columns of a packet trace")
}

# A variable's line, with the seven columns
#   time source-node source-port destination-node destination-port variable value
function check_variable() {
    if ($0 !~ /^[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)? +-?[0-9]+ +-?[0-9]+ +-?[0-9]+ +-?[0-9]+ +[^ \t]+ +-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)? ?$/)
        bad_line("the 7 columns of a variable trace")
}

# Delays are measured from the first time that a packet was sent, so order matters.
function check_order(time_s) {
    if (time_s + 0 < latest_time_s)
        stop("its time is before the time of the line above")
    latest_time_s = time_s + 0
}

# More than the 40 bytes of a header.
function is_data() {
    return $5 == "tcp" && $6 > 40
}

# The packet enters the queue of the link by which it leaves its source.
function is_sending() {
    return $1 == "+" && index($9, $3 ".") == 1
}

# The link into its destination has delivered the packet.
function is_arrival() {
    return $1 == "r" && index($10, $4 ".") == 1
}

# Integers keep sums exact: they do not depend on the order of the packets.
function nanoseconds(time_s) {
    return int(time_s * 1e9 + 0.5)
}

# A name between quotes that a shell leaves alone.
function shell_word(name,    parts, count, number, word) {
    count = split(name, parts, "'")
    word = parts[1]
    for (number = 2; number <= count; number++)
        word = word "'\\''" parts[number]
    return "'" word "'"
}

# An awk takes a last line without its end for a whole one, though it may be cut in the middle
# of a number. Only files can be asked; a pipe is gone.
function check_end(    command, byte, read) {
    command = "tail -c 1 < " shell_word(FILENAME)
    read = command | getline byte
    close(command)
    if (read > 0 && byte != "")
        stop("the last line is cut")
}

FNR == 1 && NR > 1 { stop("a second trace; give one at a time") }

END {
    if (stopped)
        exit 1
    if (NR > 0 && trace_name() != "standard input" && FILENAME !~ /^\/dev\//)
        check_end()
}
