-- kind: view
-- definition: Layers of wireless nodes that are traced: lines say what they do. Drops alone don't show that of a router: ns writes those of packets that its link layer gives back whether it is traced or not. What the MAC layer drops is written where it is traced.
SELECT DISTINCT run_id, layer FROM wireless WHERE event <> 'd' OR layer = 'MAC'
