-- How far the values of a table that were not fitted are from the printed ones on average, in words.
SELECT coalesce(printf('%.2f s', avg(abs(ours - published))), '(not run)') FROM comparison
WHERE study = $study AND item = $item AND verdict <> 'fitted'
