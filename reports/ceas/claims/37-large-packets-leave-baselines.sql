-- page: 4.4
-- statement: With LSRP and DVR packets of 9000 bytes do not raise the throughput during congestion.
--
-- The thesis sets the "significant increase" of CEAS against "no improvement": by less than a fifth, the least
-- that is considerable elsewhere, too; in goodput, since larger packets have fewer headers. The printed definition
-- counts from the start of the connection on, as does the same statement of appendix C; what they gain
-- during the congestion alone is told beside it.
SELECT
    verdict,
    'over the whole connection, ' || evidence || '; during the congestion alone: '
        || (
            SELECT string_agg(words, ', ' ORDER BY words)
            FROM baselines_gains(considerable_percent(), 'congestion-baseline', 'flow1 congestion')
        ) AS evidence
FROM baselines_gain_claim(considerable_percent(), 'congestion-baseline', 'flow1 whole')
