# Average congestion window by sender: the plain mean of the values in a variable trace, and
# the mean that Table 4.16 of the thesis holds.
#
#   awk -f lines.awk -f average_cwnd.awk [-v buffer=4096] TRACE
#
# The thesis' average was taken while ns still had the trace open. What the trace held then
# were whole output buffers of 4096 bytes, so its end was missing and its last number could be
# cut. From the complete trace this script computes what the truncated one held:
#
#   sender               NODE.PORT
#   values, mean         all values and their mean
#   written              values of which at least one digit was in a completed buffer
#   mean_of_written      their mean, with the last number as far as it was written
#
# Where a buffer ended can be told only from the file as ns wrote it, so other kinds of lines and
# DOS line ends stop the script.

BEGIN {
    reads = "variable"
    alone = 1
    if (buffer == "")
        buffer = 4096
    if (buffer !~ /^[1-9][0-9]*$/)
        refuse("average_cwnd.awk: expected -v buffer=BYTES, found \"" buffer "\"")
}

dos_line { stop("it ends with a carriage return; buffers can't be told any more") }

{
    sender = $6 == "cwnd_" ? $2 "." $3 : ""
    line_start = bytes
    bytes += length($0) + 1
    written = int(bytes / buffer) * buffer
    if (written > line_start)
        remember_written()
    if (sender != "") {
        if (!(sender in values))
            order[++senders] = sender
        values[sender]++
        sum[sender] += thousandths($7)
    }
}

END {
    print "sender", "values", "mean", "written", "mean_of_written"
    for (number = 1; number <= senders; number++) {
        sender = order[number]
        printf "%s %d %s %d %s\n", sender, values[sender], mean(sum[sender], values[sender]), \
            written_values[sender], mean(written_sum[sender], written_values[sender])
    }
}

# The present line fills a buffer: what is in the file up to there may be its last state.
function remember_written(    number, value_start) {
    for (number = 1; number <= senders; number++) {
        written_values[order[number]] = values[order[number]]
        written_sum[order[number]] = sum[order[number]]
    }
    match($0, /[^ \t]+[ \t]*$/)
    value_start = line_start + RSTART - 1
    if (sender != "" && value_start < written) {
        written_values[sender]++
        written_sum[sender] += thousandths(substr($7, 1, written - value_start))
    }
}

# ns prints three decimals; integers keep sums exact.
function thousandths(value) {
    return int(1000 * value + 0.5)
}

function mean(total, count) {
    return count ? sprintf("%.17g", total / count / 1000) : "-"
}
