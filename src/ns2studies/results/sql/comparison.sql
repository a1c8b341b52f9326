-- Every printed cell beside ours. Two values are equal if they agree in every printed digit,
-- after the rounding that the study used; nothing else counts as equal.
CREATE TABLE comparison AS
WITH joined AS (
    SELECT
        p.*,
        e.mean * p.scale AS ours,
        e.ci_low * p.scale AS ci_low,
        e.ci_high * p.scale AS ci_high,
        e.prediction_low * p.scale AS prediction_low,
        e.prediction_high * p.scale AS prediction_high,
        e.n,
        r.mean * p.scale AS replayed,
        m.because
    FROM published p
    LEFT JOIN estimates e
        ON (e.study, e.scenario, e.metric, e.subject)
        = (p.study, p.scenario, p.metric, p.subject)
    LEFT JOIN estimates r
        ON (r.study, r.scenario, r.metric, r.subject)
        = (p.study, p.replayed_scenario, p.metric, p.subject)
    LEFT JOIN misprints m
        ON (m.study, m.item, m.row, m."column") = (p.study, p.item, p.row, p."column")
), judged AS (
    SELECT
        *,
        coalesce(n = 1 AND as_printed(ours, decimals, rounding) = as_units(published, decimals),
            false) AS is_equal,
        coalesce(as_printed(replayed, decimals, rounding) = as_units(published, decimals),
            false) AS is_equal_replayed,
        published BETWEEN prediction_low AND prediction_high AS is_expected
    FROM joined
)
SELECT
    study,
    item,
    row,
    "column",
    published,
    ours,
    ci_low,
    ci_high,
    n,
    unit,
    CASE
        WHEN ours IS NULL THEN 'not measured'
        WHEN published IS NULL THEN 'withheld'
        WHEN is_equal THEN 'equal'
        WHEN because IS NOT NULL THEN 'misprint'
        WHEN is_equal_replayed THEN 'equal when replayed'
        WHEN is_expected THEN 'within prediction interval'
        WHEN n > 1 THEN 'outside prediction interval'
        ELSE 'differs'
    END AS verdict,
    concat_ws('; ',
        CASE WHEN published IS NULL THEN 'no published value to compare with' END,
        CASE WHEN NOT is_equal THEN because END,
        CASE WHEN published IS NOT NULL AND NOT is_equal THEN difference(published, ours) END,
        CASE WHEN replayed IS NOT NULL
            THEN 'one run with the study''s inferred random numbers gives '
                || printf('%.*f', greatest(decimals, 3), replayed) END,
        CASE WHEN is_expected IS NOT NULL THEN
            'a single run is expected between '
                || printf('%.*f', greatest(decimals, 3), prediction_low) || ' and '
                || printf('%.*f', greatest(decimals, 3), prediction_high)
                || CASE WHEN is_expected THEN ', and the printed value is'
                    ELSE ', but the printed value is not' END END
    ) AS note,
    published_text,
    replayed,
    prediction_low,
    prediction_high,
    page,
    metric,
    scenario,
    subject,
    position
FROM judged
ORDER BY study, position;
