-- page: 4.2
-- statement: Runs with and without SACK hardly differ.
--
-- Read so: shares are less than 5 points apart. Cases are the delays. The report's script gives receivers
-- SACK, and its senders are NewReno and Hybla, which ignore it; so two kinds of runs may be those without:
-- plain receivers beside these, and beside senders that use SACK.
WITH kinds (sender, set_of_one, level_of_one, set_of_other, level_of_other) AS (
    VALUES
        ('NewReno', 'defaults', 'ns-2.27', 'defaults', 'plain-receiver'),
        ('SACK senders', 'defaults', 'sack-senders', 'defaults', 'plain-receiver'),
        ('Hybla (current)', 'hybla', 'current', 'hybla-defaults', 'current/plain-receiver'),
        ('Hybla (smoothed)', 'hybla', 'smoothed', 'hybla-defaults', 'smoothed/plain-receiver'),
        (
            'Hybla with SACK (current)', 'hybla-defaults', 'current/sack-senders', 'hybla-defaults',
            'current/plain-receiver'
        ),
        (
            'Hybla with SACK (smoothed)', 'hybla-defaults', 'smoothed/sack-senders', 'hybla-defaults',
            'smoothed/plain-receiver'
        )
), shares AS (
    SELECT scenario_set, level, delay_ms, seed, share FROM shares_of_runs() WHERE queue_packets = 10
), pairs AS (
    SELECT sender, one.delay_ms, interval_of(list(one.share - other.share ORDER BY one.seed), false) AS apart
    FROM kinds
    JOIN shares AS one ON one.scenario_set = set_of_one AND one.level = level_of_one
    JOIN shares AS other
        ON other.scenario_set = set_of_other AND other.level = level_of_other
        AND other.delay_ms = one.delay_ms AND other.seed = one.seed
    GROUP BY sender, one.delay_ms
), senders AS (
    SELECT
        sender,
        count(*) FILTER (lies_within(apart, 5)) AS alike,
        count(*) FILTER (lies_beyond(apart, 5)) AS other,
        count(*) AS cases,
        max(abs(apart.mean)) AS most
    FROM pairs GROUP BY sender
)
SELECT
    verdict_of_order(sum(alike), sum(other), sum(cases)) AS verdict,
    'beside runs with plain receivers, shares are less than 5 points apart: ' || string_agg(
            printf('%s %s, by means %.4g points at most', sender,
                alike_words(alike, other, cases), most), '; ' ORDER BY sender DESC
        ) AS evidence
FROM senders
HAVING count(*) > 0
