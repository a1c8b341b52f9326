-- page: 4.4
-- statement: With LSRP and DVR packets of 9000 bytes do not raise the throughput during congestion.
--
-- By no more than 10 %; in goodput, since larger packets have fewer headers. The printed definition
-- counts from the start of the connection on, as does the same statement of appendix C; what they gain
-- during the congestion alone is told beside it.
SELECT
    verdict,
    'over the whole connection, ' || evidence || '; during the congestion alone: '
        || (
            SELECT string_agg(words, ', ' ORDER BY words)
            FROM baselines_gains(10, 'congestion-baseline', 'flow1 congestion')
        ) AS evidence
FROM baselines_gain_claim(10, 'congestion-baseline', 'flow1 whole')
