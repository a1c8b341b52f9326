-- page: 15-16
-- statement: After two lost packets SACK downloads fastest, NewReno is second, Reno slowest.
FROM order_claim('response_time', '2')
