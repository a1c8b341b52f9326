-- page: 5.3
-- statement: First connection: CEAS never wholly avoids the unstable link.
--
-- Packets are lost on links that are down while only that link fails.
SELECT
    as_printed_network(
        verdict_of_happening(count(*) FILTER (mean > 0), count(*), min(n))
    ) AS verdict,
    uninett_size() || 'packets lost there '
        || by_system('ceas_drops', '4-51 transient link down', ['CEAS'], [false, true], [1500], 1)
        AS evidence
FROM uninett('ceas_drops', '4-51 transient link down', ['CEAS'], [false, true], [1500])
