-- title: Data over the long path
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Of the data packets of a colony that the first node of the short or of the long path passed on, not back, the share of the long one, in the whole run of TCP and in each part of it.
-- source: ours, for how traffic is split (S. Tamrakar's thesis (2009), section 4.4)
-- needs: router_counts, ceas_forks
SELECT
    run_id,
    subject || ' ' || phase AS subject,
    -- A node that none came to counts nothing.
    100 * coalesce(sum(passed) FILTER (node = long_neighbour), 0) / sum(passed) AS value
FROM (
    SELECT
        run_id, subject, phase, node,
        sum(CASE counter WHEN 'forwarded' THEN count WHEN 'sent_back' THEN -count END) AS passed
    FROM router_counts
    GROUP BY run_id, subject, phase, node
)
JOIN (SELECT subject, short_neighbour, long_neighbour FROM ceas_forks) AS forks USING (subject)
WHERE node IN (short_neighbour, long_neighbour)
GROUP BY run_id, subject, phase
HAVING sum(passed) > 0
