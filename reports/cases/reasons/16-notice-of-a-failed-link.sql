-- reason: unprinted parameter
-- parameter: how soon routers notice that a link is down
-- claims: 40-third-hit-on-all
-- words: CEAS loses, as said. Over LSRP and DVR the third connection stops for less than a second when the link 5-1 fails, and makes up for it, as its links have 32 Mb/s for its 30. Where routers take a second to notice, which was tried with a fiftieth of the capacities, LSRP loses, too.
SELECT 'goodput of the third connection while the link 5-1 fails, of that before: ' || string_agg(
    printf('%s %.0f %%', place, mean), ', ' ORDER BY place
)
FROM (
    SELECT
        concat_ws(
            ', ',
            IF(contains(scenario_set, 'small'), 'a fiftieth of the capacities', 'full capacities'),
            CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR'
                ELSE 'CEAS' END,
            choice
        ) AS place,
        measures.mean
    FROM cases_measures AS measures JOIN scenarios USING (scenario)
    WHERE study = 'cases' AND contains(scenario_set, 'uninett') AND packet_bytes = 1500
        AND NOT coalesce(previous_hop_memory, false)
        AND (choice IS NULL OR starts_with(choice, 'link-state-'))
        AND metric = 'kept' AND subject = 'flow3 transient of before'
)
