-- title: Normal ants sent
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: Normal ants that a colony sends from the end of the initialization phase to the end of the run.
-- source: ours, for rates that tune themselves (S. Tamrakar's thesis (2009), section 6.2)
-- needs: ceas_colonies
SELECT
    run_id, source_node || '-' || destination_node AS subject, CAST(max(sent) AS DOUBLE) AS value
FROM ceas_colonies
WHERE kind = 'normal'
GROUP BY run_id, source_node, destination_node
