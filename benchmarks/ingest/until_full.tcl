# What a benchmark's trace needs besides a network: a size at which it ends, and when flows start.

set stop_check 0.1
set starts [new RandomVariable/Uniform]
$starts set min_ 0.1
$starts set max_ 1.5

# Ends the run, and says when that was, once the file `trace` holds `bytes` bytes.
proc stop_when_full {} {
    global ns trace bytes stop_check
    if {[tell $trace] >= $bytes} {
        $ns flush-trace
        close $trace
        puts [$ns now]
        exit 0
    }
    $ns at [expr {[$ns now] + $stop_check}] stop_when_full
}
