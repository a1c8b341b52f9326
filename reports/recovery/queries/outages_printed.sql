-- Response times after outages as they are printed; one row of the text stands for three
-- durations.
WITH cells AS (
    SELECT lower("column") AS variant, published AS value,
        unnest(CASE "row" WHEN '10' THEN [10e0] ELSE [0.05e0, 0.1e0, 0.2e0] END) AS outage_s
    FROM comparison WHERE study = $study AND item = 'Table 3' AND published IS NOT NULL
)
SELECT variant, outage_s, value FROM cells WHERE outage_s BETWEEN $least_s AND $most_s
ORDER BY outage_s, place_of(variant)
