# Fails where it starts: there is no such agent.
set ns [new Simulator]
set a [$ns node]
set tcp [new Agent/TCP/NoSuch]
$ns attach-agent $a $tcp
