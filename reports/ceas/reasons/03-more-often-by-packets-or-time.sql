-- reason: contradiction in the text
-- claims: 29-congested-path-used-more; 32-four-times-the-baselines
-- words: Section 4.4 says both. The background on the congested path does not yield to TCP, so that with and without ants TCP gets the same there: more than half of the data on that path then makes less than twice what LSRP and DVR have, which use no other one, and four times as much is said beside it.
SELECT split_part(evidence, '. By itself', 1) FROM claims
WHERE study = 'ceas' AND claim = '32-four-times-the-baselines'
