-- Processor time of a run without random losses on the dumbbell.
SELECT avg(cpu_s) FROM runs JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = 'experiments' AND topology = 'dumbbell'
    AND packet_error_percent = 0 AND protocol = $protocol
