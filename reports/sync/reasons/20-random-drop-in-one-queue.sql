-- reason: unknown after these attempts
-- claims: 30-random-drop-is-not-sufficient
-- words: The report has this from its source, and ran nothing. In its own network a full queue that drops one of its packets at random, as ns' RED queue can, starves neither flow at any delay: whoever comes late finds his packet in the queue, and loses one as often as he has some there. Its source looked at more connections, and at shares of a tenth less.
SELECT 'least and largest share of flow 1 with Random Drop: ' || span(min(least_share_1), max(largest_share_1))
    || ' % in ' || CAST(sum(replications) AS INTEGER) || ' runs at ' || count(*) || ' delays'
FROM sync_shares WHERE scenario_set = 'random-drop'
