-- title: Interarrival jitter
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: J as a receiver knows it after a flow's last arrival: it starts at 0 and moves a sixteenth of the way to |D| with each arrival, D being the change of one-way delay since the arrival before. Packets by uid, in order of arrival. A single arrival has none.
-- source: RFC 3550, section 6.4.1
-- needs: arrival_order, connections
-- J is the sum of |D| (15/16)^k / 16 over the arrivals, k = 0 for the last. The weights are
-- integers in units of 2^-48, so that the sum is exact; from k = 550 on they are 0.
SELECT
    run_id,
    subject,
    sum(
        variation_ns
        * CAST(round(pow(0.9375, arrivals - position) * 281474976710656) AS HUGEINT)
    ) / 281474976710656 / 16 / 1e9 AS value
FROM arrival_order JOIN connections USING (connection)
WHERE variation_ns IS NOT NULL AND arrivals - position < 550
GROUP BY run_id, subject
