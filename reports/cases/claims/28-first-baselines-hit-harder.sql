-- page: 5.3
-- statement: First connection: the failures of the link 5-1 cost TCP more over LSRP and DVR than over CEAS.
--
-- What is left of the goodput while only that link fails.
FROM uninett_above_baselines_claim(
    'kept', 'flow1 transient of before', [1500], 1, ' % of the goodput before them'
)
