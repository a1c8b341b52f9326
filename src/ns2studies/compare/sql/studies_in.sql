-- The studies that Parquet files have rows of.
SELECT DISTINCT study FROM read_parquet($files, union_by_name = true) ORDER BY study
