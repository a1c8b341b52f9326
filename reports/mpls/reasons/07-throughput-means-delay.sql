-- reason: contradiction in the text
-- claims: 23-throughput-40-to-50-percent-better
-- words: The printed throughputs, nearly all of which ours equal, lie within a few percent of each other; it is of delays that the prose has percentages of this size.
SELECT printf(
    'printed percentage throughputs without random loss: Vegas %.1f to %.1f, the others %.1f to %.1f %%',
    min(published) FILTER (contains(row, 'Vegas')), max(published) FILTER (contains(row, 'Vegas')),
    min(published) FILTER (NOT contains(row, 'Vegas')), max(published) FILTER (NOT contains(row, 'Vegas'))
)
FROM comparison
WHERE metric = 'throughput_percent' AND starts_with(scenario, 'variants/') AND verdict = 'identical'
