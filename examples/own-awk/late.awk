# The share of packets, in percent, that take longer than 60 ms or never arrive.
$1 == "+" && $3 == 0 { sent[$12] = $2 }
$1 == "r" && $4 == 1 { if ($2 - sent[$12] <= 0.060) in_time++ }
END { for (uid in sent) all++; print 100 * (all - in_time) / all }
