-- DuckDB runs this before types.sql. Each recording has a file, and only files with a needed name are opened.
SET VARIABLE naming_files = (
    SELECT coalesce(list(file), [getvariable('address') || 'growth/*.parquet'])
    FROM glob(getvariable('address') || 'growth/*.parquet')
    WHERE parse_filename(file, true) IN (SELECT recording_id FROM naming));
CREATE TEMPORARY VIEW growth_of_naming AS SELECT COLUMNS_OF_GROWTH FROM read_parquet(getvariable('naming_files'), union_by_name = true);
