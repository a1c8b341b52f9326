-- page: 5.3
-- statement: With a record of the route in data packets TCP resumes considerably sooner after a failure.
-- question: ours
--
-- Section 5.3 proposes it and runs nothing.
FROM sooner_claim('route-record', 'tcp_time_to_resume', 'flow1 failure')
