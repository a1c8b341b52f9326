-- title: Throughput of data handed to the application
-- subject: rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits that a flow's receiver handed on, TCP's in order and each once, headers included as ns' sinks count them, from the start of the run's last flow (or of the measured period) to the end of the run's period.
-- source: B. Baesjou's report (2005), which calls it goodput, section 3.3.1 and the script of appendix 3, whose 20 s are when the second flow starts; its kb/s are divided by 10,000 instead of 1,000
-- needs: in_order_bytes
SELECT run_id, subject, 8e9 * bytes / period_ns AS value
FROM in_order_bytes
WHERE period_ns > 0
