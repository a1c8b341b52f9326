-- Types of packets that serve to carry data and hold none: acknowledgements, routing, groups,
-- control. Names are those of ns' common/packet.h, and of its MAC layers.
CREATE OR REPLACE TEMP MACRO is_control(type) AS
starts_with(type, 'rtProto') OR starts_with(type, 'sa_') OR type IN (
    'ack', 'rap_ack', 'tcpFriendCtl', 'rtcp', 'sctp_app1',
    'DCCP', 'DCCP_Request', 'DCCP_Response', 'DCCP_Ack', 'DCCP_Close', 'DCCP_CloseReq', 'DCCP_Reset',
    'AODV', 'AOMDV', 'DSR', 'MDART', 'PUMA', 'TORA', 'IMEP', 'gaf',
    'prune', 'graft', 'graftAck', 'join', 'assert', 'LMS', 'LMS_SETUP',
    'LDP', 'pushback', 'start', 'stop', 'live',
    'ARP', 'MAC', 'RTS', 'CTS', 'ACK', 'smac', 'HDLC'
);
