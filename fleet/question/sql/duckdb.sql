-- The tables, for DuckDB: the working folder is that of the fleet, unless MEMCITY_FLEET_ADDRESS is one in an object store. MEMCITY_FLEET_SERVICE names the only service to look at; empty means all.
-- MEMCITY_FLEET_SUBJECTS has what rules are about, as JSON.
SET VARIABLE address = coalesce(getenv('MEMCITY_FLEET_ADDRESS'), '');
CREATE TEMPORARY VIEW recordings_table AS
SELECT * FROM (SELECT NULL::VARCHAR AS path WHERE false) older -- tables of before have no path
UNION ALL BY NAME SELECT * FROM read_parquet(getvariable('address') || 'recordings/*.parquet', union_by_name = true);
CREATE TEMPORARY VIEW gc_points_table AS SELECT * FROM read_parquet(getvariable('address') || 'gc_points/*.parquet', union_by_name = true);
CREATE TEMPORARY VIEW findings_table AS SELECT * FROM read_parquet(getvariable('address') || 'findings/*.parquet', union_by_name = true);
CREATE TEMPORARY VIEW groups_table AS SELECT * FROM read_parquet(getvariable('address') || 'groups/*.parquet', union_by_name = true);
CREATE TEMPORARY VIEW growth_table AS SELECT * FROM read_parquet(getvariable('address') || 'growth/*.parquet', union_by_name = true);
CREATE TEMPORARY VIEW owners_table AS SELECT * FROM read_parquet(getvariable('address') || 'owners/*.parquet', union_by_name = true);
CREATE TEMPORARY VIEW asked AS SELECT coalesce(getenv('MEMCITY_FLEET_SERVICE'), '') AS only_service;
CREATE TEMPORARY VIEW subjects AS
SELECT unnest(from_json(coalesce(nullif(getenv('MEMCITY_FLEET_SUBJECTS'), ''), '[]'),
    '[{"subject": "BIGINT", "chain": "VARCHAR", "name_like": "VARCHAR", "path_hash": "BIGINT"}]'), recursive := true);
CREATE TEMPORARY MACRO last_of(list) AS list[-1];
CREATE TEMPORARY MACRO array_join(list, separator) AS array_to_string(list, separator);
