-- reason: unprinted parameter
-- parameter: whether data may go to hosts that only explorers have marked
-- claims: 58-memory-ends-endless-loops
-- words: So for all but a few in a thousand of the packets that go back, of which more than a tenth goes back again without memory. But with it TCP goes on sending after the failure, and twenty times as many packets or more go back: those few are more than a tenth of what loops without it. At node 3 they take the way to a host, which explorers have marked; from there only the way back is left, then node 4 may be next again, and the ten links that a packet lives do not suffice for the rest. The thesis does not say that data is kept from hosts.
SELECT 'with memory, packets that hosts sent back, that node 4 sent back again, and that ran out of '
    || 'links, of those that node 4 sent back: ' || string_agg(
        variant || printf(' %d, %d, %d of %d', hosts, again, ended, back), '; ' ORDER BY variant
    )
FROM (
    SELECT
        variant,
        sum(sent_back) FILTER (node NOT IN (3, 4, 5, 9, 10)) AS hosts,
        sum(sent_back_again) FILTER (node = 4) AS again,
        sum(dropped_ttl) AS ended,
        sum(sent_back) FILTER (node = 4) AS back
    FROM (
        SELECT
            variant, seed, node, max(sent_back) AS sent_back,
            max(sent_back_again) AS sent_back_again, max(dropped_ttl) AS dropped_ttl
        FROM ceas_data JOIN scenarios USING (study, scenario)
        WHERE scenario_set = 'failure' AND previous_hop_memory
            AND source_node = 0 AND destination_node = 8
        GROUP BY variant, seed, node
    )
    GROUP BY variant
)
