-- title: Time from resuming to full rate
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Time to full rate less time to resume, after a failure or restoration.
-- source: S. Tamrakar's thesis (2009), Figure 4.8
-- needs: recoveries
SELECT run_id, subject || ' ' || event AS subject, full_s - resume_s AS value
FROM (
    SELECT
        run_id, subject, event,
        max(time_s) FILTER (rule = 'full-rate' AND moment = 'kept') AS full_s,
        max(time_s) FILTER (rule = 'resume-1' AND moment = 'first') AS resume_s
    FROM recoveries
    WHERE event IN ('failure', 'restoration')
    GROUP BY run_id, subject, event
)
WHERE full_s >= resume_s
