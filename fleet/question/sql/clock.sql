-- The times of a city of the fleet, run after views.sql: the pods present at each time, and the GC point of each.

-- GC points with a known wall-clock time, of recordings with groups by type.
CREATE TEMPORARY VIEW timed AS
SELECT r.service, r.version, r.pod, r.recording_id, r.path, g.point, g.unix_ms, g.live_objects, g.live_bytes
FROM recordings r JOIN points g ON g.recording_id = r.recording_id
WHERE g.unix_ms IS NOT NULL AND array_contains(r.chains, 'type');

-- First and last measurement of each version.
CREATE TEMPORARY VIEW lives AS
SELECT service, version, min(unix_ms) AS first_ms, max(unix_ms) AS last_ms
FROM timed
GROUP BY service, version;

-- The step of the clock: the shortest round step of which 24 cover the whole time, otherwise a 24th of the whole time.
CREATE TEMPORARY VIEW clock AS
SELECT coalesce(min(CASE WHEN last_ms - first_ms <= 24 * s.step_ms THEN s.step_ms END), CAST(ceil((max(last_ms) - min(first_ms)) / 24e0) AS BIGINT)) AS step_ms,
    max(last_ms) AS end_ms
FROM (SELECT min(first_ms) AS first_ms, max(last_ms) AS last_ms FROM lives) span
CROSS JOIN (SELECT CAST(step_ms AS BIGINT) AS step_ms
    FROM (VALUES (1000), (10000), (60000), (300000), (900000), (3600000), (10800000), (21600000), (43200000), (86400000), (604800000), (2419200000)) listed (step_ms)) s;

-- The last GC point of each pod of a version in each step. Steps are counted since 1970. Each ends at a multiple of its length, such as
-- midnight. The last step ends with the last GC point.
CREATE TEMPORARY VIEW lasting AS
SELECT *
FROM (SELECT *, row_number() OVER (PARTITION BY service, version, pod, step ORDER BY unix_ms DESC, recording_id, point DESC) AS choice
      FROM (SELECT t.*, CAST(ceil(t.unix_ms / CAST(c.step_ms AS DOUBLE)) AS BIGINT) AS step FROM timed t CROSS JOIN clock c) counted) choices
WHERE choice = 1;

-- The times: the ends of steps with a measurement. A version is present from its first GC point. It stays until another version of its
-- service is measured that started after its last GC point, or that continues for a step without it. Each of its pods is present for as
-- long as the version.
CREATE TEMPORARY VIEW standing AS
WITH times AS (
    SELECT DISTINCT l.step, least(l.step * c.step_ms, c.end_ms) AS at_ms, c.step_ms
    FROM lasting l CROSS JOIN clock c),
present AS (
    SELECT t.step, t.at_ms, v.service, v.version, v.first_ms
    FROM times t
    JOIN lives v ON v.first_ms <= t.at_ms
    LEFT JOIN lives w ON w.service = v.service AND w.last_ms > v.last_ms AND w.first_ms <= t.at_ms
        AND (w.first_ms > v.last_ms OR v.last_ms < t.at_ms - t.step_ms)
    WHERE w.service IS NULL)
SELECT at_ms, service, version, version_ms, pod, recording_id, path, point, live_objects, live_bytes
FROM (SELECT p.at_ms, p.first_ms AS version_ms, l.*, row_number() OVER (PARTITION BY p.step, l.service, l.version, l.pod ORDER BY l.unix_ms DESC) AS last
      FROM present p JOIN lasting l ON l.service = p.service AND l.version = p.version AND l.step <= p.step) choices
WHERE last = 1;

-- Each GC point that is present at some time, once.
CREATE TEMPORARY VIEW states AS
SELECT DISTINCT recording_id, point, live_bytes FROM standing;
