# Setting one parameter of TCP-Linux, and reading its neighbours.
set ns [new Simulator]
set tcp [new Agent/TCP/Linux]
$ns attach-agent [$ns node] $tcp
$tcp select_ca reno
$tcp set_ca_default_param linux debug_level 2
foreach name {sysctl_tcp_abc tcp_max_burst debug_level} {
    $tcp get_ca_default_param linux $name
}
