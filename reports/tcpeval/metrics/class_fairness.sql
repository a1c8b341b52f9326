-- title: Jain's fairness index of a traffic class
-- table: metrics
-- unit: 1
-- range: 0 to 1
-- definition: (sum x)^2 / (n sum x^2) over the n flows of a class of TCP flows, x the payload new to a flow's receiver in the measured period; none if nothing arrived.
-- source: R. Jain, D. Chiu, W. Hawe, A Quantitative Measure of Fairness and Discrimination, DEC-TR-301, 1984; the study of SACK PR, section 5.1, reports the index, but not over what
-- needs: class_totals
SELECT
    run_id,
    traffic_class AS subject,
    sum(CAST(new_payload AS DOUBLE)) ** 2
    / (count(*) * sum(CAST(new_payload AS DOUBLE) ** 2)) AS value
FROM class_totals
WHERE is_tcp
GROUP BY run_id, traffic_class
HAVING sum(new_payload) > 0
