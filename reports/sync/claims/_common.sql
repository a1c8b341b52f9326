-- What several claims of this study ask.

-- Was NewReno against NewReno run at each whole millisecond? Stretches and slopes can't be told from
-- single delays.
CREATE OR REPLACE TEMP MACRO newreno_at_each_ms() AS (
    SELECT max(step_ms) = 1 FROM sync_sweeps WHERE scenario_set = 'newreno' AND queue_packets = 10
);
