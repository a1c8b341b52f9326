-- Goodput of SACK at a level of background traffic, in kb/s, with its interval and the number of runs.
SELECT mean / 1e3, ci_low / 1e3, ci_high / 1e3, n FROM (SELECT *, system_of(routing, previous_hop_memory) AS system FROM points)
WHERE study = $study AND scenario_set IN ('twelve', 'twelve-baseline') AND event = 'steady'
    AND metric = 'tcp_goodput' AND subject = 'flow1 whole' AND variant = 'sack'
    AND background_kbps = $background_kbps AND system = $system
