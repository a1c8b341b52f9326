-- reason: chance
-- claims: 48-memory-removes-micro-loops
-- words: In the mean of each case far less than a tenth remains. From node 4 of UNINETT a few runs have nearly all of the packets that are sent back again without memory, so that the interval of the difference holds zero.
SELECT 'packets sent back again from node 4, by seed, while the link 5-1 fails: ' || string_agg(
    listed, '; ' ORDER BY scenario
)
FROM (
    SELECT
        scenario,
        printf('%d bytes, ', packet_bytes) || IF(previous_hop_memory, 'with', 'without') || ' memory: '
            || string_agg(printf('%.0f', value), ', ' ORDER BY seed) AS listed
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'uninett' AND metric = 'ceas_repeated_returns' AND subject = '4-51 transient'
    GROUP BY scenario, packet_bytes, previous_hop_memory
)
