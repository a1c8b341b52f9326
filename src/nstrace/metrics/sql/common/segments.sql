-- kind: table
-- definition: What a sender numbers: all packets of a connection with the same sequence number are the same data, sent once or again. Its size is as first received (NULL if that can't be true), or as sent if it never arrived. A packet whose type has no numbers (-1) is data of its own.
-- needs: transits
SELECT
    connection,
    CASE WHEN sequence >= 0 THEN sequence ELSE uid END AS number,
    CASE
        WHEN count(arrived_ns) > 0 THEN arg_min(arrived_bytes, (arrived_ns, arrival_line))
        ELSE min(size_bytes)
    END AS size_bytes,
    count(*) AS packets_sent,
    count(arrived_ns) AS packets_arrived,
    min(sent_ns) AS first_sent_ns,
    min(arrived_ns) AS first_arrived_ns,
    min(arrival_line) AS first_arrival_line
FROM transits
GROUP BY ALL
