-- table: tcpeval_quantities
-- title: What the study asks of each run
-- unit: as the quantity's name ends
-- definition: A value of each run for each quantity: a metric of a class of traffic (throughput of all its flows together, or of one on average; Jain's index; the least and the largest share of a forward flow; delays, losses), or the mean of a metric over both directions of all bottlenecks, or over both ways of the first conversation (jitter). convergence_s is missing in a run that does not converge. Runs with other choices than the study's, longer ones, and those whose flows start in turn are not among them.
-- source: the study of SACK PR, sections 3.2.1 and 5.1
WITH wanted (quantity, metric, subject, made_by) AS (
    VALUES
        ('forward_bps', 'class_goodput', 'forward', 'mean'),
        ('forward_flow_bps', 'class_mean_goodput', 'forward', 'mean'),
        ('reverse_bps', 'class_goodput', 'reverse', 'mean'),
        ('reverse_flow_bps', 'class_mean_goodput', 'reverse', 'mean'),
        ('cross_bps', 'class_goodput', 'cross', 'mean'),
        ('forward_fairness', 'class_fairness', 'forward', 'mean'),
        ('reverse_fairness', 'class_fairness', 'reverse', 'mean'),
        ('cross_fairness', 'class_fairness', 'cross', 'mean'),
        ('least_share_percent', 'class_flow_share', 'forward *', 'least'),
        ('largest_share_percent', 'class_flow_share', 'forward *', 'largest'),
        ('forward_delay_s', 'class_delay', 'forward', 'mean'),
        ('forward_delay_variation_s', 'class_delay_variation', 'forward', 'mean'),
        ('voice_delay_s', 'class_delay', 'voice forward', 'mean'),
        ('voice_delay_variation_s', 'class_delay_variation', 'voice forward', 'mean'),
        ('voice_jitter_s', 'class_jitter', 'voice*', 'mean'),
        ('video_jitter_s', 'class_jitter', 'video*', 'mean'),
        ('forward_oscillation', 'class_oscillation', 'forward', 'mean'),
        ('forward_loss_percent', 'class_loss', 'forward', 'mean'),
        ('forward_queue_loss_percent', 'class_loss', 'forward queue', 'mean'),
        ('forward_error_loss_percent', 'class_loss', 'forward error', 'mean'),
        ('forward_sent_again_percent', 'class_retransmission_share', 'forward', 'mean'),
        ('forward_window_cuts', 'class_window_cuts', 'forward', 'mean'),
        ('forward_timeouts', 'class_timeouts', 'forward', 'mean'),
        ('video_loss_percent', 'class_loss', 'video forward', 'mean'),
        ('voice_loss_percent', 'class_loss', 'voice forward', 'mean'),
        ('web_response_s', 'web_response_time', 'web mean', 'mean'),
        ('web_bps', 'web_goodput', 'web', 'mean'),
        ('bottleneck_loss_percent', 'bottleneck_loss', 'link *', 'mean'),
        ('bottleneck_utilisation_percent', 'bottleneck_utilisation', 'link *', 'mean'),
        ('bottleneck_delay_s', 'bottleneck_delay', 'link *', 'mean'),
        ('convergence_s', 'convergence_time', 'forward', 'mean'),
        ('converged', 'convergence_reached', 'forward', 'mean')
)
SELECT
    scenario, scenario_set, topology, queueing, protocol, packet_error_percent, seed, quantity,
    wanted.metric, wanted.subject,
    CASE any_value(made_by)
        WHEN 'least' THEN min(value)
        WHEN 'largest' THEN max(value)
        ELSE avg(value ORDER BY metrics.subject)
    END AS value
FROM metrics
JOIN wanted
    ON metrics.metric = wanted.metric
    AND CASE
        WHEN ends_with(wanted.subject, '*')
        THEN starts_with(metrics.subject, rtrim(wanted.subject, '*'))
        ELSE metrics.subject = wanted.subject
    END
JOIN scenarios USING (study, scenario)
WHERE study = 'tcpeval' AND scenario_set IN ('experiments', 'rules', 'own')
GROUP BY ALL
ORDER BY ALL
