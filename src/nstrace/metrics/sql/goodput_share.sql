-- title: Share of the goodput
-- subject: rate
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: A flow's goodput_in_order over that of all flows of the run together.
-- source: B. Baesjou's report (2005), section 5.1 and Figure 5; that the parts add up to 100 % is ours
-- needs: in_order_bytes
SELECT
    run_id,
    subject,
    100 * bytes / sum(bytes) OVER (PARTITION BY run_id) AS value
FROM in_order_bytes
QUALIFY sum(bytes) OVER (PARTITION BY run_id) > 0
