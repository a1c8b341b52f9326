-- reason: chance
-- claims: 29-first-rate-grows
-- words: Without memory the rate grows by a third, as said of that system. With memory it is higher from the beginning, and what it grows by from there is less than what runs differ by.
SELECT 'rate sent in the last third of the time until 34-35 fails less that in the first one, run by run, with 95 % intervals: '
    || string_agg(
        IF(late.memory, 'with memory ', 'without memory ')
            || difference_words(contrast(late, early, 1), 1e-6) || ' Mb/s',
        ', ' ORDER BY late.memory
    )
FROM uninett('tcp_sent_of_thirds', 'flow1 last third', ['CEAS'], [false, true], [1500]) AS late
JOIN uninett('tcp_sent_of_thirds', 'flow1 first third', ['CEAS'], [false, true], [1500]) AS early
    USING (scenario)
