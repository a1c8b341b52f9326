-- title: Data lost over CEAS
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets of a colony that routers or their links dropped, in the whole run of TCP and in each part of it, by cause: ttl, no neighbour, queue, link down.
-- source: S. Tamrakar's thesis (2009), section 4.3
-- needs: router_counts
SELECT
    run_id,
    subject || ' ' || phase || ' ' || counter AS subject,
    CAST(sum(count) AS DOUBLE) AS value
FROM router_counts
WHERE counter IN ('ttl', 'no neighbour', 'queue', 'link down')
GROUP BY run_id, subject, phase, counter
