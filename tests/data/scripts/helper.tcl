# What several scripts of this folder source.

# Two nodes with a link; returns a sender that is connected to a receiver.
proc two_nodes {ns} {
    set a [$ns node]
    set b [$ns node]
    $ns duplex-link $a $b 1Mb 10ms DropTail
    set udp [new Agent/UDP]
    set null [new Agent/Null]
    $ns attach-agent $a $udp
    $ns attach-agent $b $null
    $ns connect $udp $null
    return $udp
}

# A source with bursts from a generator of its own with a seed; 0: with the default generator.
proc random_source {ns udp rate seed} {
    set source [new Application/Traffic/Exponential]
    $source set rate_ $rate
    $source set burst_time_ 50ms
    $source set idle_time_ 50ms
    $source attach-agent $udp
    if {$seed} {
        set generator [new RNG]
        $generator seed $seed
        $source use-rng $generator
    }
    $ns at 0.1 "$source start"
}

proc finish {} {
    global ns f
    $ns flush-trace
    close $f
    exit 0
}
