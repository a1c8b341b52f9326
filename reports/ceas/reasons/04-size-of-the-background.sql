-- reason: unprinted parameter
-- parameter: the size of the background's packets
-- claims: 33-sack-above-reno-in-congestion; 32-four-times-the-baselines
-- words: Section 4.4 does not print it. Beside background of TCP's own size Reno has more than SACK, and more than five times as much as without ants; beside packets of 512 bytes SACK has several times as much as Reno, which then stays on the congested path.
SELECT 'goodput of Reno and SACK in the first 100 s of congestion, by the background''s packets: ' || string_agg(
    printf('%d bytes %.2f and %.2f Mb/s', bytes, reno / 1e6, sack / 1e6), '; ' ORDER BY bytes
)
FROM (
    SELECT
        -- As chosen they are as large as TCP's.
        CAST(coalesce(nullif(regexp_extract(choice, '\d+'), ''), '1500') AS INTEGER) AS bytes,
        max(mean) FILTER (variant = 'reno') AS reno,
        max(mean) FILTER (variant = 'sack') AS sack
    FROM points
    WHERE scenario_set = 'choices-load' AND packet_bytes = 1500 AND metric = 'tcp_goodput'
        AND subject = 'flow1 congestion' AND (choice = 'as-chosen' OR starts_with(choice, 'load-of'))
    GROUP BY bytes
)
