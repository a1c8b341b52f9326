-- page: 4.3
-- statement: After the failure SACK has its full rate back before Reno.
SELECT verdict, evidence || regained_words('failure') AS evidence
FROM variants_claim(
    -1, 'failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL, 1, ' s'
)
