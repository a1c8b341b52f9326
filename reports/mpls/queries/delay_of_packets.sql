-- The largest delay of each packet of the first of four flows.
SELECT variant, packet, max_delay_s
FROM delay_series JOIN scenarios USING (study, scenario)
WHERE study = $study AND subject = 'flow1' AND scenario_set = 'variants'
  AND application = $application AND flows = 4 AND forwarding = 'mpls-control-driven'
ORDER BY variant, packet
