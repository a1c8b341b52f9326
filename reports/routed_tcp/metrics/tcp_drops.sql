-- title: TCP packets lost
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets that links lost, in the whole run of a flow and in each part of it, by cause: queue (overflow), line (time to live was over), link down. What a router drops without a link is not among them: ceas_drops.
-- source: ours
-- needs: phase_sums
SELECT
    run_id,
    subject || ' ' || phase || ' ' || unnest(['queue', 'line', 'link down']) AS subject,
    CAST(unnest([dropped_in_queue, dropped_on_line, dropped_link_down]) AS DOUBLE) AS value
FROM phase_sums
