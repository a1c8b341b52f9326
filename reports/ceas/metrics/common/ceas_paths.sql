-- kind: input
-- definition: The two paths of a colony of ants, link by link: the short one, and the long one that data takes when the short one fails. Those that stand here are of the eleven nodes of S. Tamrakar's thesis (2009), Figure 4.1.
SELECT
    CAST(source AS INTEGER) AS source_node,
    CAST(destination AS INTEGER) AS destination_node,
    source || '-' || destination AS subject,
    path,
    CAST(nodes[place] AS INTEGER) AS node,
    CAST(nodes[place + 1] AS INTEGER) AS neighbour
FROM (
    SELECT *, unnest(range(1, len(nodes))) AS place
    FROM (
        SELECT
            unnest([0, 0, 2, 2]) AS source,
            unnest([8, 8, 6, 6]) AS destination,
            unnest(['short', 'long', 'short', 'long']) AS path,
            unnest([[0, 3, 4, 5, 8], [0, 3, 10, 9, 5, 8], [2, 3, 4, 5, 6], [2, 3, 10, 9, 5, 6]])
                AS nodes
    )
)
