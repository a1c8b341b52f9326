-- What a trace spans: lines of packets with their links and drops, the first and the last
-- moment, and the nodes that lines name.
WITH moments AS (
    SELECT time_ns FROM packets UNION ALL SELECT time_ns FROM wireless
), nodes AS (
    SELECT from_node FROM packets UNION SELECT to_node FROM packets UNION SELECT node FROM wireless
), found AS (
    SELECT
        count(*) AS lines, count(DISTINCT row(from_node, to_node)) AS links,
        count(*) FILTER (event IN ('d', 'e') AND overheard.line IS NULL) AS drops
    FROM packets LEFT JOIN overheard USING (run_id, line)
)
SELECT
    lines, links, drops,
    (SELECT min(time_ns) / 1e9 FROM moments) AS first_s,
    (SELECT max(time_ns) / 1e9 FROM moments) AS last_s,
    (SELECT count(*) FROM nodes WHERE from_node >= 0) AS nodes
FROM found
