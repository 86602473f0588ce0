-- How much there is to answer from.
SELECT count(*) AS recordings,
    count(DISTINCT (service, version, pod)) AS pods,
    count(DISTINCT service) AS services,
    count(*) FILTER (WHERE leak_judged) AS judged,
    count(*) FILTER (WHERE points < 2) AS single_points,
    count(*) FILTER (WHERE service = '(no service)') AS without_service,
    count(*) FILTER (WHERE version = '(no version)') AS without_version,
    count(*) FILTER (WHERE started_unix_ms IS NULL) AS without_clock,
    coalesce(max(schema), 0) AS schema
FROM recordings;
