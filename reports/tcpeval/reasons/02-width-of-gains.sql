-- reason: chance
-- claims: 01-more-throughput-on-the-dumbbell; 03-improvement-grows-with-the-error-rate; 04-alike-without-random-losses; 05-more-throughput-with-red; 06-more-throughput-on-the-parking-lot; 07-more-throughput-on-the-simple-network; 08-more-reverse-throughput; 09-cross-traffic-keeps-its-throughput; 10-as-fair-as-sack
-- words: Nearly no case is clearly the other way. Where it is open the interval of the gain is wide: over three bottlenecks with many losses hardly anything arrives, web requests differ from run to run, and replications end once the means, not the gains, are precise.
SELECT 'intervals of gains by network, half width in the middle case: ' || string_agg(
    topology || coalesce(printf(' %.0f %%', width), ' none'), ', ' ORDER BY topology
)
FROM (
    SELECT topology, median((gain_high - gain_low) / 2) AS width
    FROM tcpeval_gains
    WHERE scenario_set = 'experiments' AND packet_error_percent >= 1
        AND quantity IN ('forward_bps', 'reverse_bps')
    GROUP BY topology
)
