-- reason: chance
-- claims: 51-memory-gains-little-in-all
-- words: As said wherever the gains of the runs of a scenario differ little. Where they differ by more it is open. Twelve nodes have one run of each scenario at quick scale, of which no interval can be made.
SELECT concat_ws(
    '; ',
    (
        SELECT 'runs of a scenario: ' || string_agg(DISTINCT what, ', ' ORDER BY what)
        FROM (
            SELECT scenario_set || ' ' || count(*) AS what
            FROM runs JOIN scenarios USING (study, scenario)
            WHERE scenario_set IN ('twelve', 'uninett', 'small-uninett')
            GROUP BY scenario_set, scenario
        )
    ),
    (
        SELECT 'gains whose interval ends above 10 %: ' || string_agg(what, ', ' ORDER BY what)
        FROM (
            SELECT concat_ws(
                ' ', scenario_set, event, variant, background_kbps || ' kb/s', packet_bytes || ' bytes',
                subject, printf('%+.0f (%.0f to %.0f) %%', mean, ci_low, ci_high)
            ) AS what
            FROM cases_memory_gains
            WHERE ci_high > 10 AND without_bps >= 40e3
        )
    )
)
