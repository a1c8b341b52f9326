-- Every pair of nodes that a flow goes between.
SELECT DISTINCT flow.source, flow.destination
FROM (SELECT unnest(from_json(parameters -> 'flows',
          '[{"source": "INTEGER", "destination": "INTEGER"}]')) AS flow
      FROM scenarios WHERE study = $study)
ORDER BY ALL
