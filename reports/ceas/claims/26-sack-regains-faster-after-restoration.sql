-- page: 4.3
-- statement: After the link is back SACK has its full rate back before Reno.
SELECT verdict, evidence || regained_words('restoration') AS evidence
FROM variants_claim(
    -1, 'failure', 'tcp_time_to_full_rate', 'flow1 restoration', false, NULL, 1, ' s'
)
