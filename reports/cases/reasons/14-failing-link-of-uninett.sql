-- reason: unknown after these attempts
-- claims: 28-first-baselines-hit-harder
-- words: Over LSRP and DVR the data take another way as soon as the link 5-1 is down, and the routers of ns know at once. Ants forget it slowly, and are back on it in each of the seconds in which it is up. Tried, most of it with a fiftieth of the capacities: routers that notice a second later, a link state that waits longer, windows of 1500 packets, links of 0.3 ms, the ants' time to live, ants for the load, queues that count bytes.
SELECT 'goodput of the first connection while the link 5-1 fails, of that before: ' || string_agg(
    listed, '; ' ORDER BY place
)
FROM (
    SELECT
        place,
        place || ': ' || string_agg(printf('%s %.0f %%', name, mean), ', ' ORDER BY name) AS listed
    FROM (
        SELECT
            concat_ws(
                ', ',
                IF(contains(scenario_set, 'small'), 'a fiftieth of the capacities', 'full capacities'),
                coalesce(choice, 'as chosen')
            ) AS place,
            CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR'
                ELSE 'CEAS' END AS name,
            measures.mean
        FROM cases_measures AS measures JOIN scenarios USING (scenario)
        WHERE study = 'cases' AND contains(scenario_set, 'uninett') AND packet_bytes = 1500
            AND NOT coalesce(previous_hop_memory, false)
            AND metric = 'kept' AND subject = 'flow1 transient of before'
    )
    GROUP BY place
)
