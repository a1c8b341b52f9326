-- What several claims of this study ask.

-- Is a packet lost in congestion avoidance, as the text has it? Its slow start threshold is the
-- receiver's window. A loss is noticed when all packets before it have arrived, and in slow start each
-- of them has made the window one larger.
CREATE OR REPLACE TEMP MACRO after_slow_start(first_packet, parameters) AS
    coalesce(first_packet >= CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER), true);

-- A metric of the file's flow for every choice of the lost packets after slow start, a column for each
-- variant. The choice is the study's own (set losses), or one of the sweeps'.
CREATE OR REPLACE TEMP MACRO discarded(wanted_metric, wanted_lost) AS TABLE
SELECT
    scenario_set,
    first_packet,
    spacing,
    max(mean) FILTER (variant = 'reno') AS reno,
    max(mean) FILTER (variant = 'newreno') AS newreno,
    max(mean) FILTER (variant = 'sack') AS sack
FROM points JOIN (SELECT study, scenario, parameters FROM scenarios) USING (study, scenario)
WHERE study = 'recovery' AND metric = wanted_metric AND subject = 'flow1'
    AND scenario_set IN ('losses', 'places', 'spacings') AND lost = wanted_lost
    AND after_slow_start(first_packet, parameters)
GROUP BY ALL;

-- A metric with two lost packets and with five, by the same choice of where they are, for each variant.
CREATE OR REPLACE TEMP MACRO two_and_five(wanted_metric) AS TABLE
SELECT scenario_set, of.variant AS variant, of.two AS two, of.five AS five
FROM (
    SELECT
        two.scenario_set,
        unnest([
            { variant: 'SACK', two: two.sack, five: five.sack },
            { variant: 'NewReno', two: two.newreno, five: five.newreno },
            { variant: 'Reno', two: two.reno, five: five.reno }
        ]) AS of
    FROM discarded(wanted_metric, '2') AS two
    JOIN discarded(wanted_metric, '5') AS five
        ON two.scenario_set = five.scenario_set
            AND two.first_packet IS NOT DISTINCT FROM five.first_packet
            AND two.spacing IS NOT DISTINCT FROM five.spacing
)
WHERE of.two IS NOT NULL AND of.five IS NOT NULL;

-- When slow start is over in this network, in seconds: when the window without loss is the receiver's.
CREATE OR REPLACE TEMP MACRO slow_start_ends_s() AS (
    SELECT min(time_s)
    FROM cwnd_steps JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario = 'losses/reno/0' AND subject = 'flow1'
        AND cwnd_packets >= CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER)
);

-- A metric of the file's flow where the client's link goes down, a column for each variant. wanted_set:
-- outages (once a run, with a duration and a moment) or disconnections (three times a run).
CREATE OR REPLACE TEMP MACRO disconnected(wanted_set, wanted_metric) AS TABLE
SELECT
    outage_s,
    offset_s,
    max(mean) FILTER (variant = 'reno') AS reno,
    max(mean) FILTER (variant = 'newreno') AS newreno,
    max(mean) FILTER (variant = 'sack') AS sack
FROM points
WHERE study = 'recovery' AND metric = wanted_metric AND subject = 'flow1'
    AND scenario_set = wanted_set
GROUP BY ALL;

-- The moments of the three disconnections at which some of a window is lost, so that Reno falls to one
-- segment and SACK does not. The text has it so.
CREATE OR REPLACE TEMP MACRO partly_lost() AS TABLE
SELECT offset_s FROM disconnected('disconnections', 'least_cwnd_after_loss')
WHERE reno = 1 AND sack > 1;

-- "SACK 1.2, NewReno 1.3, Reno 1.4 s"
CREATE OR REPLACE TEMP MACRO three(sack, newreno, reno) AS
    printf('SACK %.2f, NewReno %.2f, Reno %.2f s', sack, newreno, reno);

-- Is SACK's value smaller than both others', and NewReno's smaller than Reno's, whichever packets are
-- lost? These are two parts, each judged with each choice of the lost packets. Values that differ by
-- less than a millisecond are taken as equal, and do not bear out an order.
CREATE OR REPLACE TEMP MACRO order_claim(wanted_metric, wanted_lost) AS TABLE
WITH judged AS (
    SELECT
        *,
        sack < newreno - 0.001 AND sack < reno - 0.001 AS first,
        newreno < reno - 0.001 AS second,
        sack <= newreno + 0.001 AND newreno <= reno + 0.001 AS not_against
    FROM discarded(wanted_metric, wanted_lost)
    WHERE sack IS NOT NULL AND newreno IS NOT NULL AND reno IS NOT NULL
)
SELECT
    verdict_of_parts([count(*) FILTER (first), count(*) FILTER (second)], count(*)) AS verdict,
    'consecutive packets from the middle of the file: '
        || max(three(sack, newreno, reno)) FILTER (scenario_set = 'losses')
        || '; SACK before both others with ' || count(*) FILTER (first) || ' and NewReno before Reno with '
        || count(*) FILTER (second) || ' of ' || count(*)
        || ' choices of the lost packets, against this order with '
        || count(*) FILTER (NOT not_against) AS evidence
FROM judged;
