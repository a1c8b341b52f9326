# Defaults of TCP-PR; all others are those of Agent/TCP.

Agent/TCP/PR set alpha_ 0.995        ;# how much of ewrtt is left after a window without it
Agent/TCP/PR set beta_ 3             ;# mxrtt as a multiple of ewrtt
Agent/TCP/PR set extreme_wait_ 1.0   ;# s: least mxrtt after extreme losses
Agent/TCP/PR set mxrtt_ 0            ;# to be read: s
Agent/TCP/PR set losses_ 0           ;# to be read: packets taken for lost
Agent/TCP/PR set halvings_ 0         ;# to be read: bursts of losses
Agent/TCP/PR set extreme_losses_ 0   ;# to be read: how often the window became one
