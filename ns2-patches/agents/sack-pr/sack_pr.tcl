# Defaults of SACK with loss differentiation; all others are those of Agent/TCP/Sack1.

Agent/TCP/Sack1/PR set rule_ 0              ;# 0 backlog, 1 spike
Agent/TCP/Sack1/PR set threshold_ 3         ;# backlog: packets; at less, a loss is random
Agent/TCP/Sack1/PR set spike_start_ 0.5     ;# spike: starts above this share of RTT's range
Agent/TCP/Sack1/PR set spike_end_ [expr {1 / 3.0}]   ;# and ends below this one
Agent/TCP/Sack1/PR set resolution_ 1ms      ;# spike: a smaller range is none
Agent/TCP/Sack1/PR set response_ 1          ;# share of the window that a random loss leaves
Agent/TCP/Sack1/PR set random_losses_ 0     ;# to be read: fast retransmits without halving
Agent/TCP/Sack1/PR set congestion_losses_ 0 ;# to be read: and with it
