-- What stands by a key in the metadata of Parquet files.
SELECT file_name, decode(value) FROM parquet_kv_metadata($files) WHERE decode(key) = $key
