-- Each run, and the digests of all that its bytes hang on.
SELECT study, scenario, seed, run_id, ns_sha256, tcl_digest, code_digest
FROM runs
ORDER BY study, scenario, seed;
