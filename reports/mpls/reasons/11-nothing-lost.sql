-- reason: contradiction in the text
-- claims: 27-worse-with-more-flows
-- words: Delays grow with each step. The percentage throughput can't fall where nothing is lost: by the thesis' own tables it is 100 % for all variants with one and two FTP flows, and for Vegas with any number.
SELECT 'printed throughputs of FTP flows that are 100 %: ' || count(*) FILTER (published = 100) || ' of ' || count(*)
FROM comparison
WHERE metric = 'throughput_percent' AND contains(scenario, '/ftp/')
