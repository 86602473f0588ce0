-- Views for the questions. DuckDB and Spark run the same text of the views and of the questions. duckdb.sql defines the tables.

-- One row for each complete recording. Missing labels are replaced by placeholders. Service, version and pod identify a pod: the same name in two versions is two pods.
CREATE TEMPORARY VIEW recordings AS
WITH named AS (
    SELECT recording_id, schema, points, leak_judged, started_unix_ms, chains, coalesce(path, '') AS path,
        coalesce(nullif(service, ''), '(no service)') AS service,
        coalesce(nullif(version, ''), '(no version)') AS version,
        coalesce(nullif(pod, ''), 'recording ' || recording_id) AS pod
    FROM recordings_table)
SELECT named.* FROM named CROSS JOIN asked
WHERE only_service = '' OR service = only_service;

-- The GC points used to measure growth. GC points with counts by type have no live heap; their whole heap counts instead.
CREATE TEMPORARY VIEW points AS
SELECT recording_id, point, time_ms, unix_ms, coalesce(live_objects, objects) AS live_objects, coalesce(live_bytes, bytes) AS live_bytes
FROM gc_points_table
WHERE judged;

-- The live heap over each recording: its slope, the steadiness of the growth, and the growth relative to the heap. A recording has no slope if all its points have
-- the same time.
CREATE TEMPORARY VIEW slopes AS
SELECT r.recording_id, r.service, r.version, r.pod, r.started_unix_ms,
    count(*) AS points,
    max_by(p.live_bytes, p.point) AS live_bytes,
    CASE WHEN min(p.time_ms) < max(p.time_ms) THEN regr_slope(p.live_bytes, p.time_ms) * 3600000 END AS bytes_per_hour,
    CASE WHEN min(p.time_ms) < max(p.time_ms) THEN regr_r2(p.live_bytes, p.time_ms) END AS steadiness,
    (max_by(p.live_bytes, p.point) - min_by(p.live_bytes, p.point)) / nullif(avg(p.live_bytes), 0) AS relative_growth,
    max(p.unix_ms) AS taken_unix_ms
FROM recordings r JOIN points p ON p.recording_id = r.recording_id
GROUP BY r.recording_id, r.service, r.version, r.pod, r.started_unix_ms;

-- Dumps: recordings without a slope that have a wall-clock time. The dumps of a pod of a version are a series, ordered by time. Of several dumps with the same time,
-- one counts. Without a label, each recording is a separate pod.
CREATE TEMPORARY VIEW dumps AS
SELECT *, row_number() OVER (PARTITION BY service, version, pod ORDER BY taken_unix_ms) AS nth,
    count(*) OVER (PARTITION BY service, version, pod) AS dumps
FROM (SELECT *, row_number() OVER (PARTITION BY service, version, pod, taken_unix_ms ORDER BY recording_id) AS same_time
      FROM slopes
      WHERE bytes_per_hour IS NULL AND taken_unix_ms IS NOT NULL) timed
WHERE same_time = 1;

-- The live heap of each recording, and of each series of two or more dumps.
CREATE TEMPORARY VIEW heaps AS
SELECT recording_id, service, version, pod, started_unix_ms, points, live_bytes, bytes_per_hour, steadiness, relative_growth, 1 AS recordings
FROM slopes
UNION ALL
SELECT max_by(recording_id, nth) AS recording_id, service, version, pod, max(taken_unix_ms) AS started_unix_ms,
    count(*) AS points, max_by(live_bytes, nth) AS live_bytes,
    regr_slope(live_bytes, taken_unix_ms - first_unix_ms) * 3600000 AS bytes_per_hour,
    regr_r2(live_bytes, taken_unix_ms - first_unix_ms) AS steadiness,
    (max_by(live_bytes, nth) - min_by(live_bytes, nth)) / nullif(avg(live_bytes), 0) AS relative_growth,
    count(*) AS recordings
FROM (SELECT *, min(taken_unix_ms) OVER (PARTITION BY service, version, pod) AS first_unix_ms FROM dumps WHERE dumps > 1) series
GROUP BY service, version, pod;

-- The row that represents a pod of a version: the last recording or series with a slope, otherwise the last recording.
CREATE TEMPORARY VIEW pods AS
SELECT *, bytes_per_hour IS NOT NULL AS measured,
    -- A pod grows if it has three points, a line through them explains 80 % of their variance, and it rises by 5 % of the mean heap.
    coalesce(bytes_per_hour > 0 AND steadiness >= 0.8 AND relative_growth >= 0.05 AND points >= 3, false) AS grows
FROM (SELECT *, row_number() OVER (PARTITION BY service, version, pod
          ORDER BY CASE WHEN bytes_per_hour IS NULL THEN 1 ELSE 0 END, started_unix_ms DESC NULLS LAST, recordings DESC, recording_id) AS choice
      FROM heaps) choices
WHERE choice = 1;

-- The amount that a holder retains over a series of dumps. A holder that a dump does not list retains less than 1 % of its heap, or less than ten other holders.
CREATE TEMPORARY VIEW holdings AS
WITH held AS (
    SELECT d.service, d.version, d.pod, d.nth, d.dumps, d.taken_unix_ms, d.live_bytes,
        split_part(o.owner, ' of the thread ', 1) AS holder, max_by(o.signature, o.retained_bytes) AS signature, max_by(o.owner, o.retained_bytes) AS owner, max_by(o.type, o.retained_bytes) AS type,
        sum(o.objects) AS objects, sum(o.retained_bytes) AS bytes
    FROM dumps d JOIN owners_table o ON o.recording_id = d.recording_id
    WHERE o.owner <> ''
    GROUP BY d.service, d.version, d.pod, d.nth, d.dumps, d.taken_unix_ms, d.live_bytes, split_part(o.owner, ' of the thread ', 1)),
listed AS (
    SELECT *, min(taken_unix_ms) OVER one AS first_unix_ms, count(*) OVER one AS points, dumps - min(nth) OVER one + 1 AS expected,
        row_number() OVER (PARTITION BY service, version, pod, holder ORDER BY nth) AS place
    FROM held
    WINDOW one AS (PARTITION BY service, version, pod, holder))
SELECT service, version, pod, holder,
    max_by(signature, nth) AS signature, max_by(owner, nth) AS owner, max_by(type, nth) AS type,
    max(points) AS points,
    min_by(bytes, nth) AS first_bytes, max_by(bytes, nth) AS last_bytes,
    min_by(objects, nth) AS first_objects, max_by(objects, nth) AS last_objects,
    max_by(live_bytes, nth) AS live_bytes,
    -- Growth in the first half and in the last half of the steps.
    max(CASE WHEN place = floor(points / 2) + 1 THEN bytes END) - min_by(bytes, nth) AS early_bytes,
    max_by(bytes, nth) - max(CASE WHEN place = points - floor(points / 2) THEN bytes END) AS late_bytes,
    regr_slope(bytes, taken_unix_ms - first_unix_ms) * 3600000 AS bytes_per_hour,
    regr_r2(bytes, taken_unix_ms - first_unix_ms) AS steadiness
FROM listed
WHERE points = expected AND points >= 3
GROUP BY service, version, pod, holder;

-- Pods whose data could show a leak: one of their recordings, or a series of at least three dumps that all have holders.
CREATE TEMPORARY VIEW judged AS
SELECT service, version, pod FROM recordings WHERE leak_judged
UNION
SELECT service, version, pod
FROM dumps
WHERE recording_id IN (SELECT recording_id FROM owners_table WHERE owner <> '')
GROUP BY service, version, pod
HAVING count(*) = max(dumps) AND count(*) >= 3;

-- The last recording of each pod.
CREATE TEMPORARY VIEW latest AS
SELECT recording_id, service, version, pod, leak_judged, chains
FROM (SELECT *, row_number() OVER (PARTITION BY service, version, pod ORDER BY started_unix_ms DESC NULLS LAST, recording_id) AS choice FROM recordings) choices
WHERE choice = 1;

-- Versions of each service, numbered by the start of their first recording. A version with a recording without wall-clock time has no number.
CREATE TEMPORARY VIEW versions AS
SELECT r.service, r.version, min(r.started_unix_ms) AS first_seen,
    CASE WHEN bool_and(r.started_unix_ms IS NOT NULL)
         THEN row_number() OVER (PARTITION BY r.service ORDER BY min(r.started_unix_ms), r.version) END AS ordinal,
    count(DISTINCT r.pod) AS pods,
    count(DISTINCT j.pod) AS judged_pods
FROM recordings r LEFT JOIN judged j ON j.service = r.service AND j.version = r.version AND j.pod = r.pod
GROUP BY r.service, r.version;

-- Piles: one row for each signature and pod of a version, from the recording or series of dumps where it leaks and grows fastest. A row is current if its version
-- is the newest one of the pod. Pods with permanent names run one version after another.
CREATE TEMPORARY VIEW piles AS
WITH last AS (SELECT service, pod, max_by(version, started_unix_ms) AS last_version FROM recordings GROUP BY service, pod),
found AS (
    SELECT r.service, r.version, r.pod, f.signature, f.owner, f.type, f.rule = 'leak' AS leaks, f.rule = 'leak' AND f.grade <> 'probable leak' AS sure,
        CAST(f.points AS BIGINT) AS points, f.bytes_per_hour, r.started_unix_ms, r.recording_id
    FROM recordings r JOIN findings_table f ON f.recording_id = r.recording_id
    WHERE f.rule IN ('leak', 'growth') AND f.signature <> ''
    UNION ALL
    -- A holder leaks if its growth is steady, more than 20 % in bytes and in objects, and at least 5 % of the heap. Four dumps are needed to be sure. Growth that slows
    -- down is typical of a cache that fills up.
    SELECT h.service, h.version, h.pod, h.signature, h.owner, h.type, h.points >= 4 AS leaks, h.points >= 4 AS sure, h.points, h.bytes_per_hour, s.started_unix_ms, s.recording_id
    FROM holdings h
    JOIN (SELECT service, version, pod, max(recording_id) AS recording_id, min(taken_unix_ms) AS started_unix_ms FROM dumps GROUP BY service, version, pod) s
        ON s.service = h.service AND s.version = h.version AND s.pod = h.pod
    WHERE h.signature <> '' AND h.bytes_per_hour > 0 AND h.steadiness >= 0.8
        AND h.last_bytes > 1.2 * h.first_bytes AND h.last_objects > 1.2 * h.first_objects
        AND h.last_bytes - h.first_bytes >= 0.05 * h.live_bytes
        AND h.late_bytes > 0.75 * h.early_bytes),
ranked AS (
    SELECT *, row_number() OVER (PARTITION BY service, version, pod, signature
        ORDER BY CASE WHEN sure THEN 0 WHEN leaks THEN 1 ELSE 2 END, bytes_per_hour DESC NULLS LAST, recording_id) AS choice
    FROM found)
SELECT f.service, f.version, v.ordinal, f.pod, f.signature, f.owner, f.type, f.leaks, f.sure, f.points, f.bytes_per_hour, f.started_unix_ms,
    coalesce(f.version = l.last_version, true) AS current_version
FROM ranked f
JOIN versions v ON v.service = f.service AND v.version = f.version
JOIN last l ON l.service = f.service AND l.pod = f.pod
WHERE f.choice = 1;
