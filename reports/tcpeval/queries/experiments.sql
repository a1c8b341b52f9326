-- The experiments as a spreadsheet has them; the file beside the page has the same rows.
FROM tcpeval_experiments
ORDER BY experiment, packet_error_percent, topology, queueing, protocol
