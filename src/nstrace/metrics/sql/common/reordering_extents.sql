-- kind: table
-- definition: How late each reordered packet is: packets that arrived from the first one sent after it up to itself (RFC 4737, section 4.2).
-- needs: arrival_order
WITH late AS (SELECT connection, uid, position FROM arrival_order WHERE reordered),
leaders AS (SELECT connection, uid, position FROM arrival_order WHERE reordered IS NOT true)
-- The first arrival that was sent later is one that nothing has overtaken, the next by uid.
SELECT late.connection, late.position - leaders.position AS extent
FROM late
ASOF JOIN leaders ON late.connection = leaders.connection AND late.uid < leaders.uid
