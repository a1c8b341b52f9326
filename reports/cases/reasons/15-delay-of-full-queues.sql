-- reason: unprinted parameter
-- parameter: the links of UNINETT, with their delays
-- claims: 36-second-ceas-above-baselines; 37-second-more-than-half-the-rate; 38-second-several-paths-and-congestion; 52-ceas-better-in-congestion
-- words: Ants know of load by the delay that it makes. A full queue of a link of 1 Gb/s lasts 0.7 ms, and TCP keeps it less than full: the way around is longer than that. CEAS leaves the loaded link no sooner than LSRP and DVR, and all three have what the load leaves of it until the link 5-1 fails. Tried: links of 0.3, 0.5, 0.7 and 1 ms; with 1 ms windows of 200 packets rule out what is printed. With a fiftieth of the capacities a full queue lasts 36 ms: then CEAS has more than half of the full rate, and no less than the others.
SELECT 'goodput of the second connection, of its full rate: ' || string_agg(
    listed, '; ' ORDER BY place
)
FROM (
    SELECT
        place,
        place || ': ' || string_agg(
            printf(
                '%s %.0f %% (%.0f %% until the link 5-1 fails)', name, 100 * whole / full_rate,
                100 * earlier / full_rate
            ), ', ' ORDER BY name
        ) AS listed
    FROM (
        SELECT
            concat_ws(
                ', ',
                IF(contains(scenario_set, 'small'), 'a fiftieth of the capacities', 'full capacities'),
                choice, packet_bytes || ' bytes'
            ) AS place,
            CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR'
                ELSE 'CEAS' END AS name,
            any_value(CAST(parameters ->> '$.flows[1].cbr_rate_bps' AS DOUBLE)) AS full_rate,
            max(mean) FILTER (subject = 'flow2 whole') AS whole,
            max(mean) FILTER (subject = 'flow2 before') AS earlier
        FROM estimates JOIN scenarios USING (study, scenario)
        WHERE contains(scenario_set, 'uninett') AND NOT coalesce(previous_hop_memory, false)
            AND (
                choice IS NULL OR NOT contains(scenario_set, 'small')
                AND (choice = 'window-1500' OR starts_with(choice, 'links-of-'))
            )
            AND metric = 'tcp_goodput' AND subject IN ('flow2 before', 'flow2 whole')
        GROUP BY ALL
    )
    WHERE whole IS NOT NULL AND earlier IS NOT NULL
    GROUP BY place
)
