-- reason: unprinted parameter
-- parameter: whether little means packets or a share of them
-- claims: 10-little-is-sent-again
-- words: Over CEAS, and over the others at low load, as said. At high load a fifth of what is sent over LSRP and DVR is sent again, but few packets are, since hardly any data is sent.
SELECT 'packets sent again over LSRP and DVR at the highest load: ' || string_agg(
    routing || printf(' %.0f', mean), ', ' ORDER BY routing
)
FROM points
WHERE scenario_set = 'twelve-baseline' AND event = 'steady' AND variant = 'sack'
    AND metric = 'tcp_retransmitted' AND subject = 'flow1 whole'
    AND background_kbps = (SELECT max(background_kbps) FROM scenarios WHERE scenario_set = 'twelve-baseline')
