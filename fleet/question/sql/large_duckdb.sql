-- Run by DuckDB before large.sql: it reads fewer rows if the number is a constant.
SET VARIABLE least_bytes = (SELECT coalesce(CAST(floor(min(live_bytes) / 5e3) AS BIGINT), 0) FROM states);
CREATE TEMPORARY MACRO least_bytes() AS CAST(getvariable('least_bytes') AS BIGINT);
