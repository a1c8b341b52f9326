-- reason: contradiction in the text
-- claims: 07-newreno-worst-cbr-8
-- words: New Reno has the lowest throughput and, over most of the run, the highest average; the printed Figure of these averages, which ours equals, has Sack above it at some of the packets after 200.
SELECT 'variants with the highest average from packet 200 on: ' || string_agg(
    variant_name(variant) || ' at ' || packets || ' packets', ', ' ORDER BY variant
)
FROM (
    SELECT variant, count(*) AS packets
    FROM (
        SELECT packet, arg_max(variant, delay_s) AS variant
        FROM (
            SELECT variant, CAST(regexp_extract(subject, '-(\d+)$', 1) AS INTEGER) AS packet,
                avg(mean) AS delay_s
            FROM points
            WHERE scenario_set = 'variants' AND application = 'cbr' AND flows = 8
                AND forwarding = 'mpls-control-driven' AND metric = 'mean_delay_up_to_packet'
            GROUP BY ALL
        )
        WHERE packet >= 200
        GROUP BY packet
    )
    GROUP BY variant
)
