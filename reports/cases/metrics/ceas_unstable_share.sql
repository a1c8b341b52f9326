-- title: Data over the first unstable link
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Of the data packets of a colony that the neighbours of its source passed on, not back, the share of the neighbour behind the first link that flaps, in the first and in the last third of the time from TCP's start to the end. Counters are sampled, so that a third begins and ends with the last sample before it does.
-- source: ours, for whether unstable links are avoided (S. Tamrakar's thesis (2009), section 5.2.3)
-- needs: ceas_data, run_parameters, tcp_phases
WITH places AS (
    SELECT
        run_id, source, destination,
        IF(one = source, other, one) AS unstable,
        unnest(list_transform(
            list_filter(
                CAST(parameters -> 'topology' -> 'links' AS JSON[]),
                LAMBDA link: source IN (CAST(link ->> 'from' AS INTEGER), CAST(link ->> 'to' AS INTEGER))
            ),
            LAMBDA link: CAST(link ->> 'from' AS INTEGER) + CAST(link ->> 'to' AS INTEGER) - source
        )) AS node
    FROM (
        SELECT
            run_id, parameters,
            CAST(parameters -> 'flows' -> 0 ->> 'source' AS INTEGER) AS source,
            CAST(parameters -> 'flows' -> 0 ->> 'destination' AS INTEGER) AS destination,
            CAST(parameters -> 'flaps' -> 0 ->> 'from' AS INTEGER) AS one,
            CAST(parameters -> 'flaps' -> 0 ->> 'to' AS INTEGER) AS other
        FROM run_parameters
    )
    WHERE source IN (one, other)
), thirds AS (
    SELECT
        run_id, 'first third' AS third,
        1000 * start_us AS from_ns, 1000 * (2 * start_us + end_us) // 3 AS to_ns
    FROM tcp_phases WHERE phase = 'whole'
    UNION ALL
    SELECT
        run_id, 'last third', 1000 * (start_us + 2 * end_us) // 3, 1000 * end_us
    FROM tcp_phases WHERE phase = 'whole'
), passed AS (
    SELECT
        run_id, source, destination, third, node, node = unstable AS is_unstable,
        coalesce(max(forwarded - sent_back) FILTER (time_ns <= to_ns), 0)
            - coalesce(max(forwarded - sent_back) FILTER (time_ns <= from_ns), 0) AS packets
    FROM places
    JOIN thirds USING (run_id)
    JOIN ceas_data USING (run_id, node)
    WHERE source_node = source AND destination_node = destination
    GROUP BY ALL
)
SELECT
    run_id,
    source || '-' || destination || ' ' || third AS subject,
    100 * coalesce(sum(packets) FILTER (is_unstable), 0) / sum(packets) AS value
FROM passed
GROUP BY run_id, source, destination, third
HAVING sum(packets) > 0
