-- reason: unprinted parameter
-- parameter: delays of the test runs with RED
-- cells: Section 6.2.4 | Least RED queue without synchronisation | Queue
-- claims: 15-red-from-13
-- words: The report speaks of "some more test runs" and does not say at which delays. Up to 41 ms no flow is starved from a queue of 13 packets on; at 45 ms and beyond some runs still are, with up to 16. Thresholds of 2.5 and 7.5 packets in place of those that grow with the queue bring it down to 14 or 15.
SELECT string_agg(
    part || ': ' || starved || ' of ' || runs || ' runs', ', ' ORDER BY part DESC
) || ' have a flow with less than 10 % at a RED queue of 13 to 16 packets'
FROM (
    SELECT
        IF(delay_ms <= 41, 'up to 41 ms', 'from 45 to 65 ms') AS part,
        count(*) FILTER (least(share, 100 - share) < 10) AS starved,
        count(*) AS runs
    FROM sync_run_shares JOIN sync_shares USING (scenario)
    WHERE scenario_set = 'red' AND queue_packets BETWEEN 13 AND 16 AND delay_ms <= 65
    GROUP BY part
)
