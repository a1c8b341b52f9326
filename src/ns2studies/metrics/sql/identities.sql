-- A short digest of what stands by a key in the metadata of Parquet files.
SELECT file_name, sha256(decode(value))[:$length]
FROM parquet_kv_metadata($files) WHERE decode(key) = $key
