-- By how many percent a value of a table that was not fitted differs from the printed one at most.
SELECT coalesce(printf('%.1f', max(100 * abs(ours - published) / published)), '(not run)')
FROM comparison WHERE study = $study AND item = $item AND verdict <> 'fitted'
