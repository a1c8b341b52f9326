-- page: 16-17
-- statement: After five lost packets SACK downloads fastest, NewReno is second, Reno slowest.
FROM order_claim('response_time', '5')
