-- What differs besides parameters: simulator, Tcl and trace reader, by their digests; the queries of
-- metrics and claims. What one of the sets does not record counts as equal. The simulator's binary
-- differs between machines; its source does not.
WITH made_a AS (
    SELECT
        list_sort(list(DISTINCT ns_source) FILTER (ns_source IS NOT NULL)) AS ns_source,
        list_sort(list(DISTINCT ns_sha256) FILTER (ns_sha256 IS NOT NULL)) AS ns,
        list_sort(list(DISTINCT tcl_digest) FILTER (tcl_digest IS NOT NULL)) AS tcl,
        list_sort(list(DISTINCT code_digest) FILTER (code_digest IS NOT NULL)) AS reader
    FROM set_a.runs
), made_b AS (
    SELECT
        list_sort(list(DISTINCT ns_source) FILTER (ns_source IS NOT NULL)) AS ns_source,
        list_sort(list(DISTINCT ns_sha256) FILTER (ns_sha256 IS NOT NULL)) AS ns,
        list_sort(list(DISTINCT tcl_digest) FILTER (tcl_digest IS NOT NULL)) AS tcl,
        list_sort(list(DISTINCT code_digest) FILTER (code_digest IS NOT NULL)) AS reader
    FROM set_b.runs
), other_queries AS (
    SELECT claim, count(*) OVER () AS number FROM changed_queries WHERE has_other_query
), other_tables AS (
    SELECT DISTINCT unnest(other_tables) AS name FROM changed_queries
)
SELECT 'the simulator (ns)' AS what
FROM made_a AS a, made_b AS b WHERE coalesce(a.ns_source <> b.ns_source, a.ns <> b.ns)
UNION ALL
SELECT 'the Tcl of runs' AS what FROM made_a AS a, made_b AS b WHERE a.tcl <> b.tcl
UNION ALL
SELECT 'the trace reader' AS what FROM made_a AS a, made_b AS b WHERE a.reader <> b.reader
UNION ALL
SELECT 'the metric ' || metric AS what
FROM set_a.metric_definitions AS a JOIN set_b.metric_definitions AS b USING (metric)
WHERE a.sql <> b.sql OR a."range" <> b."range"
UNION ALL
-- One macro may be behind most of them.
SELECT 'the query of the claim ' || claim AS what
FROM other_queries WHERE number <= 3
UNION ALL
SELECT concat('the queries of ', count(*), ' claims, such as ', min(claim)) AS what
FROM other_queries WHERE number > 3
HAVING count(*) > 0
UNION ALL
-- Derived values are metrics above, if both sets define them.
(
    SELECT concat('the query behind ', name, ' (which claims ask)') AS what
    FROM other_tables
    WHERE name NOT IN (
            SELECT metric FROM set_a.metric_definitions JOIN set_b.metric_definitions USING (metric)
        )
    ORDER BY name
)
