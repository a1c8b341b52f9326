-- Mean delay up to a packet, by variant.
SELECT scenario, variant, CAST(regexp_extract(subject, '1-(\d+)$', 1) AS INTEGER) AS packets,
       avg(mean) AS mean_delay_s
FROM points
WHERE study = $study AND metric = 'mean_delay_up_to_packet' AND scenario_set = 'variants'
  AND application = $application AND flows = $flows AND forwarding = 'mpls-control-driven'
GROUP BY ALL ORDER BY variant, packets
