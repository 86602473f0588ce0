-- The request, for DuckDB, after the tables. MEMCITY_FLEET_SERVICE is the only service to include, or empty for all. MEMCITY_FLEET_SUBJECTS
-- contains the subjects of rules as JSON.
CREATE TEMPORARY VIEW asked AS SELECT coalesce(getenv('MEMCITY_FLEET_SERVICE'), '') AS only_service;
CREATE TEMPORARY VIEW subjects AS
SELECT unnest(from_json(coalesce(nullif(getenv('MEMCITY_FLEET_SUBJECTS'), ''), '[]'),
    '[{"subject": "BIGINT", "chain": "VARCHAR", "name_like": "VARCHAR", "path_hash": "BIGINT"}]'), recursive := true);
CREATE TEMPORARY MACRO last_of(list) AS list[-1];
CREATE TEMPORARY MACRO array_join(list, separator) AS array_to_string(list, separator);
