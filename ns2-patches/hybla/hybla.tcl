# Defaults of TCP Hybla's senders. Agent/TCP/Hybla/Sack inherits those of Agent/TCP/Hybla, but
# not those of the senders of ns that the two are made of.

Agent/TCP/Hybla set p_algo_ 0           ;# round trip time: 0 current, 1 smoothed, 2 minimum
Agent/TCP/Hybla set r_rtt_ 0.025        ;# RTT0; seconds, or with a unit such as 25ms
Agent/TCP/Hybla set p_ 0                ;# a fixed rho; 0: from round trip times
Agent/TCP/Hybla set rho_floor_ 1        ;# rho is never below
Agent/TCP/Hybla set scale_initial_ true ;# initial window and ssthresh times rho
Agent/TCP/Hybla set pacing_ false       ;# spread a window over the round trip time
Agent/TCP/Hybla set rho_ 1              ;# to be read: as of the last round trip time

foreach variable {
    newreno_changes_ newreno_changes1_ partial_window_deflation_ exit_recovery_fix_
} {
    Agent/TCP/Hybla set $variable [Agent/TCP/Newreno set $variable]
}
Agent/TCP/Hybla/Sack set stopWhenAllSent_ [Agent/TCP/Sack1 set stopWhenAllSent_]
