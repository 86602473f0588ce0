-- What is asked for, for DuckDB, after the tables. MEMCITY_FLEET_SERVICE names the only service to look at; empty means all. MEMCITY_FLEET_SUBJECTS has what rules are
-- about, as JSON.
CREATE TEMPORARY VIEW asked AS SELECT coalesce(getenv('MEMCITY_FLEET_SERVICE'), '') AS only_service;
CREATE TEMPORARY VIEW subjects AS
SELECT unnest(from_json(coalesce(nullif(getenv('MEMCITY_FLEET_SUBJECTS'), ''), '[]'),
    '[{"subject": "BIGINT", "chain": "VARCHAR", "name_like": "VARCHAR", "path_hash": "BIGINT"}]'), recursive := true);
CREATE TEMPORARY MACRO last_of(list) AS list[-1];
CREATE TEMPORARY MACRO array_join(list, separator) AS array_to_string(list, separator);
