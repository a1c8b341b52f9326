-- reason: contradiction in the text
-- claims: 07-capacity-does-not-matter
-- words: The report's own explanation, that a flow wins just behind a multiple of a packet's time, holds; with ten times the capacity that time, and the period in the delay with it, is a tenth. That flows fall into step does not change.
SELECT 'time of a packet: ' || string_agg(subject || printf(' %.2f', mean), ', ' ORDER BY subject)
FROM estimates
WHERE metric = 'report_s_arithmetic' AND subject IN ('packet ms', 'fast packet ms')
