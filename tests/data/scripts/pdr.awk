# The part of packets that arrives.
$1 == "+" && $3 == 0 { sent++ }
$1 == "r" && $4 == 1 { received++ }
END { printf "PDR: %.4f\n", received / sent }
