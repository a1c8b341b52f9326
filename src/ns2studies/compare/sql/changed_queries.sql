-- Claims of both sets: whether their query differs (macros that it calls belong to it), and which of
-- the tables that it reads come from another query. What a set does not record counts as equal.
CREATE TABLE changed_queries AS
WITH claims_a AS (
    SELECT
        claim, sql, query_digest, json_transform(asked_tables, '"MAP(VARCHAR, VARCHAR)"') AS made
    FROM set_a.claims
), claims_b AS (
    SELECT
        claim, sql, query_digest, json_transform(asked_tables, '"MAP(VARCHAR, VARCHAR)"') AS made
    FROM set_b.claims
)
SELECT
    claim,
    coalesce(a.query_digest <> b.query_digest, a.sql <> b.sql, false) AS has_other_query,
    coalesce(list_filter(map_keys(a.made), LAMBDA name: a.made[name] <> b.made[name]), [])
        AS other_tables
FROM claims_a AS a JOIN claims_b AS b USING (claim)
