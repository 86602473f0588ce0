-- The amount of data. Joined recordings have no slope of their own and belong to a series of dumps.
WITH joined AS (SELECT recording_id FROM dumps WHERE dumps > 1),
flat AS (
    SELECT count(*) AS single_points
    FROM recordings
    WHERE points < 2 AND recording_id NOT IN (SELECT recording_id FROM joined)),
unjudged AS (
    SELECT count(*) AS unjudged
    FROM recordings r LEFT JOIN judged j ON j.service = r.service AND j.version = r.version AND j.pod = r.pod
    WHERE j.pod IS NULL AND (r.points > 1 OR r.recording_id IN (SELECT recording_id FROM joined)))
SELECT count(*) AS recordings,
    (SELECT count(*) FROM (SELECT DISTINCT service, version, pod FROM recordings) named) AS pods,
    count(DISTINCT service) AS services,
    (SELECT count(*) FROM judged) AS judged_pods,
    (SELECT count(*) FROM joined) AS joined,
    (SELECT single_points FROM flat) AS single_points,
    (SELECT unjudged FROM unjudged) AS unjudged,
    count(CASE WHEN service = '(no service)' THEN 1 END) AS without_service,
    count(CASE WHEN version = '(no version)' THEN 1 END) AS without_version,
    count(CASE WHEN started_unix_ms IS NULL THEN 1 END) AS without_clock,
    max(schema) AS schema
FROM recordings;
