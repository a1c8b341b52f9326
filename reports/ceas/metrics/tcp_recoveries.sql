-- title: Return to a rate by each rule
-- table: tcp_recoveries
-- unit: s
-- definition: Time from each event to the flow's return to a rate, of payload that arrives new at the receiver, by each rule: share of the rate of the source (95, 1, 10 or 50 %), held for 10 s or for 1 s, the first time (first) or until the next event (kept); NULL if not before the next event.
-- source: ours
-- needs: recoveries
SELECT run_id, subject, event, rule, moment, time_s
FROM recoveries
