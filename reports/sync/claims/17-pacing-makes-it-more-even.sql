-- page: 6.2.4
-- statement: Spreading a window over the round trip time could give Hybla a more even share.
SELECT
    CASE WHEN paced_late > plain_late AND paced_least > plain_least THEN 'holds'
        WHEN paced_late > plain_late THEN 'holds in part' ELSE 'does not hold' END AS verdict,
    'with pacing Hybla gets ' || short(paced_late) || ' % on average beyond 65 ms instead of '
        || short(plain_late) || ' %, and at no delay less than ' || short(paced_least)
        || ' % instead of ' || short(plain_least) || ' %' AS evidence
FROM (
    SELECT
        avg(paced.share_1) FILTER (delay_ms > 65) AS paced_late,
        avg(plain.share_1) FILTER (delay_ms > 65) AS plain_late,
        min(paced.share_1) AS paced_least,
        min(plain.share_1) AS plain_least
    FROM sync_shares AS paced JOIN sync_shares AS plain USING (delay_ms, queue_packets, level)
    WHERE paced.scenario_set = 'hybla-paced' AND plain.scenario_set = 'hybla'
)
