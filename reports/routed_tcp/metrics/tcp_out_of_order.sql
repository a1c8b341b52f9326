-- title: TCP data out of order
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Share of new data packets, in the whole run of a flow and in each part of it, that arrived after a higher number: by another path or because of a loss.
-- source: S. Tamrakar's thesis (2009), Figure 4.5, does not say how it is told; ours
-- needs: phase_sums
SELECT
    run_id,
    subject || ' ' || phase AS subject,
    100 * out_of_order_packets / new_packets AS value
FROM phase_sums
WHERE new_packets > 0
