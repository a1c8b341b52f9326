# When the clock's first tick is, in seconds of the simulation.
Agent/TCP/Reno/SlowTimer set first_tick_ 0
Agent/TCP/Newreno/SlowTimer set first_tick_ 0
Agent/TCP/Sack1/SlowTimer set first_tick_ 0
