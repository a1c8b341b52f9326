-- The experiments by their numbers.
SELECT experiment, any_value(protocol) AS protocol, any_value(topology) AS topology,
       any_value(queueing) AS queueing, count(*) AS rates, sum(replications) AS runs
FROM tcpeval_experiments GROUP BY experiment ORDER BY experiment
