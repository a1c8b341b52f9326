-- Mean delay up to a packet as it is printed.
SELECT variant, CAST(regexp_extract(subject, '1-(\d+)$', 1) AS INTEGER) AS packets,
       published / scale AS mean_delay_s
FROM published JOIN scenarios USING (study, scenario)
WHERE study = $study AND metric = 'mean_delay_up_to_packet'
  AND application = $application AND flows = $flows AND published IS NOT NULL
ORDER BY variant, packets
