-- DuckDB runs this before large.sql. With a constant, it reads fewer rows.
SET VARIABLE least_bytes = (SELECT coalesce(CAST(floor(min(live_bytes) / 5e3) AS BIGINT), 0) FROM states);
CREATE TEMPORARY MACRO least_bytes() AS CAST(getvariable('least_bytes') AS BIGINT);
