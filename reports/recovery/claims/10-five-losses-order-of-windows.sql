-- page: 16-17
-- statement: After five lost packets SACK is the first to let its window grow again, then NewReno, then Reno.
FROM order_claim('time_to_regrow_cwnd', '5')
