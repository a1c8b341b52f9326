-- What a chart shows.
SELECT * FROM points WHERE metric = $metric AND subject = $subject ORDER BY ALL
