-- kind: input
-- definition: Types of packets that carry data, and the size up to which one is a bare header, unless bare_packets knows better. Acknowledgements, routing and other control packets are none; SCTP is left out, since ns writes a line for each of its chunks.
SELECT unnest(['tcp', 'xcp', 'telnet', 'ftp', 'http']) AS type, 40 AS bare_header_bytes
UNION ALL
SELECT
    unnest([
        'udp', 'cbr', 'exp', 'pareto', 'rtp', 'audio', 'video', 'ra', 'rap_data', 'tcpFriend',
        'DCCP_Data', 'DCCP_DataAck'
    ]),
    0
