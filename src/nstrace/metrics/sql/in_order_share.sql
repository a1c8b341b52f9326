-- title: Share of the data handed to applications
-- subject: rate
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: A flow's in_order_throughput over that of all flows of the run together.
-- source: B. Baesjou's report (2005), section 5.1 and Figure 5 (share of the goodput); that the parts add up to 100 % is ours
-- needs: in_order_bytes
SELECT
    run_id,
    subject,
    100 * bytes / sum(bytes) OVER (PARTITION BY run_id) AS value
FROM in_order_bytes
QUALIFY sum(bytes) OVER (PARTITION BY run_id) > 0
