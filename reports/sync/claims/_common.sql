-- What several claims of this study ask.

-- Was NewReno against NewReno run at each whole millisecond? Stretches and slopes can't be told from
-- single delays.
CREATE OR REPLACE TEMP MACRO newreno_at_each_ms() AS (
    SELECT max(step_ms) = 1 FROM sync_sweeps WHERE scenario_set = 'newreno' AND queue_packets = 10
);

-- The share of flow 1 in each run, and of what sweep the run is.
CREATE OR REPLACE TEMP MACRO shares_of_runs() AS TABLE (
    SELECT scenario_set, queue_packets, level, delay_ms, seed, share
    FROM sync_run_shares JOIN sync_shares USING (scenario)
);

-- The mean share of flow 1 at each delay of a sweep, with the interval over its runs.
CREATE OR REPLACE TEMP MACRO mean_shares(the_set, the_queue, the_level) AS TABLE (
    SELECT
        delay_ms, runs, share,
        mean_end(-1, runs, share, deviation, quantile, 0, 100) AS low,
        mean_end(1, runs, share, deviation, quantile, 0, 100) AS high
    FROM (
        SELECT
            delay_ms, count(*) AS runs, avg(share ORDER BY seed) AS share,
            stddev_samp(share ORDER BY seed) AS deviation
        FROM shares_of_runs()
        WHERE scenario_set = the_set AND queue_packets = the_queue AND level = the_level
        GROUP BY delay_ms
    ) LEFT JOIN student_t ON n = runs
);

-- "99.4 (98.6 to 99.8)": such a share in words.
CREATE OR REPLACE TEMP MACRO share_words(share, low, high) AS
    short(share) || IF(low < high, ' (' || span(low, high) || ')', '');

-- "1 sweep", "5 sweeps".
CREATE OR REPLACE TEMP MACRO number_of(count, thing) AS
    count || ' ' || thing || IF(count = 1, '', 's');

-- How far two sweeps with a queue of 10 packets are apart at each delay that both have, in points
-- of the share: differences of runs with the same seed.
CREATE OR REPLACE TEMP MACRO sweeps_apart(set_of_one, level_of_one, set_of_other, level_of_other)
AS TABLE (
    SELECT
        delay_ms, avg(one.share) AS share_of_one, avg(other.share) AS share_of_other,
        interval_of(list(one.share - other.share ORDER BY seed), false) AS apart
    FROM shares_of_runs() AS one JOIN shares_of_runs() AS other USING (queue_packets, delay_ms, seed)
    WHERE queue_packets = 10
        AND one.scenario_set = set_of_one AND one.level = level_of_one
        AND other.scenario_set = set_of_other AND other.level = level_of_other
    GROUP BY delay_ms
);

-- Hybla's sweeps of single runs by the length of the queue: what it gets beyond 65 ms on average, and
-- its least and largest share from 16 to 64 ms. At delays that all queues have: the phase comes round
-- each 2 ms, so that others are no sample of these.
CREATE OR REPLACE TEMP MACRO queue_sweeps(chosen) AS TABLE (
    WITH runs AS (
        SELECT *
        FROM shares_of_runs()
        WHERE scenario_set IN ('hybla', 'hybla-queues') AND level = chosen
    ), common AS (
        SELECT delay_ms FROM runs GROUP BY delay_ms
        HAVING count(DISTINCT queue_packets) = (SELECT count(DISTINCT queue_packets) FROM runs)
    )
    SELECT
        queue_packets, seed,
        avg(share) FILTER (delay_ms > 65) AS late,
        min(share) FILTER (delay_ms BETWEEN 16 AND 64) AS least,
        max(share) FILTER (delay_ms BETWEEN 16 AND 64) AS largest
    FROM runs JOIN common USING (delay_ms)
    GROUP BY queue_packets, seed
);

-- What a longer queue does to Hybla, a row for each queue: what it gets beyond 65 ms, how much more
-- that is than with the next shorter queue (differences of runs with the same seed), and the least
-- spread of its share from 16 to 64 ms in any of its sweeps.
CREATE OR REPLACE TEMP MACRO longer_queues(chosen) AS TABLE (
    WITH ranked AS (
        SELECT *, dense_rank() OVER (ORDER BY queue_packets) AS place FROM queue_sweeps(chosen)
    )
    SELECT
        longer.queue_packets,
        count(*) AS sweeps,
        avg(longer.late) AS late,
        min(longer.least) AS least,
        max(longer.largest) AS largest,
        min(longer.largest - longer.least) AS spread,
        IF(count(shorter.late) > 0,
            interval_of(list(longer.late - shorter.late ORDER BY longer.seed)
                FILTER (shorter.late IS NOT NULL), false), NULL) AS gain
    FROM ranked AS longer LEFT JOIN ranked AS shorter
        ON shorter.place = longer.place - 1 AND shorter.seed = longer.seed
    GROUP BY longer.queue_packets
);

-- Does a longer queue help Hybla, and not cure it? Verdict and evidence of such a statement. Cases are
-- the steps to 20 and to 30 packets, after each of which Hybla gets more beyond 65 ms, and the two
-- queues, with each of which the effect is still there: in every sweep its share varies by more than
-- 25 points from 16 to 64 ms.
CREATE OR REPLACE TEMP MACRO longer_queues_help(chosen) AS TABLE (
    WITH counted AS (
        SELECT
            count(*) FILTER (gain.low > 0)
                + count(*) FILTER (queue_packets > 10 AND spread > 25 AND sweeps >= fewest_runs())
                AS said,
            count(*) FILTER (gain.high < 0)
                + count(*) FILTER (queue_packets > 10 AND spread <= 25 AND sweeps >= fewest_runs())
                AS against,
            string_agg(
                queue_packets || ' packets: Hybla gets ' || short(late)
                    || ' % on average beyond 65 ms'
                    || IF(gain IS NULL, '', ' (' || difference_words(gain, 1) || ' points)')
                    || ', and its share varies between ' || short(least) || ' and '
                    || short(largest) || ' % from 16 to 64 ms', '; ' ORDER BY queue_packets
            ) AS words,
            count(*) AS queues
        FROM longer_queues(chosen)
    )
    SELECT
        verdict_of_order(said, against, 4) AS verdict,
        words || '; more, or still there: ' || order_words(said, against, 4) AS evidence
    FROM counted
    WHERE queues = 3
);
