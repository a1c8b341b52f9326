# A congestion window over time, as the thesis' second script puts it (section 3.2.5.2):
# columns 1 and 7 (time in s, window in packets) of a variable trace.
#
#   awk -f lines.awk -f cwnd.awk [-v sender=0.0] TRACE
#
#   sender   this sender only, NODE.PORT; needed if the trace holds several

BEGIN { reads = "variable" }

$6 == "cwnd_" && (sender == "" || sender == $2 "." $3) {
    if (any_sender != "" && any_sender != $2 "." $3)
        stop("a second sender, " $2 "." $3 "; choose one with -v sender=")
    any_sender = $2 "." $3
    print $1, $7
}
