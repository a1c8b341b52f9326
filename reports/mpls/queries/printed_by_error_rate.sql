-- A metric over the share of packets that links lose, as it is printed.
SELECT variant, packet_error_percent AS percent, published / scale AS value
FROM published JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = 'losses' AND metric = $metric AND subject = $subject
  AND published IS NOT NULL
ORDER BY variant, percent
