-- Claims that were asked otherwise in the two sets: by another query (a macro that it calls belongs to
-- it), or of tables that are made by another one. What a set does not say is not told apart.
CREATE TABLE asked_otherwise AS
WITH asked_a AS (
    SELECT
        claim, sql, query_digest, json_transform(asked_tables, '"MAP(VARCHAR, VARCHAR)"') AS made
    FROM set_a.claims
), asked_b AS (
    SELECT
        claim, sql, query_digest, json_transform(asked_tables, '"MAP(VARCHAR, VARCHAR)"') AS made
    FROM set_b.claims
)
SELECT
    claim,
    coalesce(a.query_digest <> b.query_digest, a.sql <> b.sql, false) AS by_another_query,
    coalesce(list_filter(map_keys(a.made), LAMBDA name: a.made[name] <> b.made[name]), [])
        AS other_tables
FROM asked_a AS a JOIN asked_b AS b USING (claim)
