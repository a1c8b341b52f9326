-- page: 20
-- statement: After short disconnections the windows of all variants recover by the mechanism that they use after several lost packets.
--
-- Cases are the variants at each moment at which, as the text has it, a part of a window is lost: whether
-- the window falls to one segment is as after two lost packets.
WITH after_losses AS (
    SELECT variant, mean = 1 AS to_one
    FROM points
    WHERE study = 'recovery' AND scenario_set = 'losses' AND lost = '2'
        AND metric = 'least_cwnd_after_loss' AND subject = 'flow1'
), judged AS (
    SELECT
        variant, disconnected.mean = 1 AS to_one,
        (disconnected.mean = 1) = after_losses.to_one AS as_said
    FROM points AS disconnected JOIN after_losses USING (variant)
    WHERE study = 'recovery' AND scenario_set = 'disconnections'
        AND metric = 'least_cwnd_after_loss' AND subject = 'flow1'
        AND offset_s IN (FROM partly_lost())
), counted AS (
    SELECT
        variant, count(*) FILTER (as_said) AS as_said, count(*) AS cases,
        count(*) FILTER (to_one) AS to_one
    FROM judged GROUP BY variant
)
SELECT
    verdict_of(sum(as_said), sum(cases)) AS verdict,
    'windows that fall to one segment: ' || string_agg(
        variant_name(variant) || ' at ' || to_one || ' of ' || cases || ' moments', ', '
        ORDER BY to_one DESC, variant
    ) || '; so after two lost packets: ' || coalesce((
        SELECT string_agg(variant_name(variant), ', ' ORDER BY variant) FROM after_losses WHERE to_one
    ), 'none') AS evidence
FROM counted
