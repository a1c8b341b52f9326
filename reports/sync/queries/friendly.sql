-- The shares that two flows would have by their round trip times alone.
SELECT flow, rtt, CASE flow WHEN 'Flow x' THEN 1000 / (rtt + 10) ELSE 100 - 1000 / (rtt + 10) END
           AS share
FROM range(1, 101) AS times (rtt), (VALUES ('Flow x'), ('Flow y')) AS flows (flow)
ORDER BY flow, rtt
