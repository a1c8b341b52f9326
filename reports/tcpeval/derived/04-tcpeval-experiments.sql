-- table: tcpeval_experiments
-- title: The twelve experiments, as a spreadsheet has them
-- unit: as the columns' names say
-- definition: A row for each experiment of Table 1 and packet error rate; of each quantity the mean of the replications and the ends of its 95 % interval (Student's t).
-- source: the study of SACK PR, Table 1 and section 5.1
-- spreadsheet: yes
WITH configured AS (
    SELECT configuration ->> '$.baseline' AS baseline, configuration ->> '$.improved' AS improved
    FROM studies WHERE study = 'tcpeval'
), numbered AS (
    SELECT
        4 * list_position(['dumbbell', 'parking-lot', 'simple-network'], topology)
            + 2 * list_position(['drop-tail', 'red'], queueing)
            + list_position([baseline, improved], protocol) - 6 AS experiment,
        tcpeval_means.*
    FROM tcpeval_means CROSS JOIN configured
    WHERE scenario_set = 'experiments'
), counted AS (
    SELECT
        experiment, scenario, topology, queueing, protocol, packet_error_percent, quantity, mean,
        low, high,
        max(n) OVER (PARTITION BY scenario) AS replications
    FROM numbered
)
PIVOT counted
ON quantity IN (
    'forward_bps', 'forward_flow_bps', 'reverse_bps', 'reverse_flow_bps', 'cross_bps',
    'forward_fairness', 'reverse_fairness', 'cross_fairness', 'least_share_percent',
    'largest_share_percent', 'forward_delay_s', 'forward_delay_variation_s', 'voice_delay_s',
    'voice_delay_variation_s', 'voice_jitter_s', 'video_jitter_s', 'forward_oscillation', 'forward_loss_percent',
    'forward_queue_loss_percent', 'forward_error_loss_percent', 'forward_sent_again_percent',
    'forward_window_cuts', 'forward_timeouts', 'video_loss_percent', 'voice_loss_percent',
    'web_response_s', 'web_bps', 'bottleneck_loss_percent', 'bottleneck_utilisation_percent', 'bottleneck_delay_s',
    'convergence_s', 'converged'
)
USING max(mean) AS mean, max(low) AS low, max(high) AS high
GROUP BY experiment, scenario, topology, queueing, protocol, packet_error_percent, replications
ORDER BY experiment, packet_error_percent, topology, queueing, protocol
