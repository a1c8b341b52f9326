-- reason: chance
-- cells: Table 4.2 | * | *
-- words: The printed rows differ among each other, from 160 to 169 ants, as means of fifteen runs do; ours are the same at every rate, since a seed gives the same ants at each. So with all of the printed rows within 6 % of ours, one or two of fifteen are further off than chance allows one of them alone.
SELECT printf('printed from %.0f to %.0f ants, ours from %.1f to %.1f, of ', min(published), max(published), min(ours), max(ours))
    || (
        SELECT max(n) || printf(' runs that deviate by %.1f', max(deviation)) FROM points
        WHERE scenario_set = 'stabilization' AND metric = 'stabilization_ants'
    )
FROM comparison
WHERE item = 'Table 4.2' AND "column" = 'Ants' AND row <> 'Average'
