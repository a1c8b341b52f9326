-- page: 5.2.1
-- statement: More load lowers TCP's goodput over all three systems.
FROM falls_with_load_claim(all_systems(), ['reno', 'sack'])
