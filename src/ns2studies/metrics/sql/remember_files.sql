-- Each metric opens the same files: what stands at their ends is read once.
SET parquet_metadata_cache = true
