-- page: 14
-- statement: After one lost packet Reno and SACK halve their windows.
-- Half of what may be on its way: of the receiver's window, once the sender's is larger.
WITH windows AS (
    SELECT
        variant,
        mean AS least,
        CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER) AS receiver
    FROM estimates JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario IN ('losses/reno/1', 'losses/sack/1')
        AND metric = 'least_cwnd_after_loss'
)
SELECT
    verdict_of(count(*) FILTER (abs(least - receiver / 2) < 1), count(*)) AS verdict,
    'least window, middle of the file: ' || string_agg(
        variant_name(variant) || printf(' %.1f of %d packets', least, receiver), ', '
        ORDER BY variant
    ) AS evidence
FROM windows
