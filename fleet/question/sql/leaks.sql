-- What piles up by who holds it: on how many pods, since which version, and how fast. Pods and the median are those of the versions that have it; the total is that of
-- pods whose last version has it, and null if none has.
WITH known AS (
    SELECT service, signature,
        arg_min(version, ordinal) AS since_version,
        min(ordinal) AS since, bool_and(ordinal IS NOT NULL) AS ordered,
        list_sort(list(DISTINCT version)) AS versions,
        min(started_unix_ms) AS since_unix_ms,
        max(owner) AS owner, max(type) AS type, bool_or(leaks) AS leaks,
        count(DISTINCT pod) AS pods, list_sort(list(DISTINCT pod)) AS pod_names,
        median(bytes_per_hour) AS median_bytes_per_hour,
        sum(bytes_per_hour) FILTER (WHERE current) AS total_bytes_per_hour
    FROM piles
    GROUP BY service, signature),
around AS (
    SELECT k.service, k.signature,
        coalesce(sum(v.judged_pods) FILTER (WHERE v.ordinal < k.since), 0)::BIGINT AS earlier_pods,
        (SELECT count(DISTINCT r.pod) FROM recordings r
         WHERE r.service = k.service AND r.leak_judged AND list_contains(k.versions, r.version)) AS judged_pods
    FROM known k JOIN versions v USING (service)
    GROUP BY k.service, k.signature, k.versions)
SELECT service, signature, leaks, owner, type,
    CASE WHEN ordered THEN since_version END AS since_version, since_unix_ms,
    array_to_string(versions, ', ') AS versions,
    pods, judged_pods, earlier_pods,
    median_bytes_per_hour, total_bytes_per_hour,
    CASE WHEN ordered AND earlier_pods > 0 THEN fisher(0, earlier_pods, pods, judged_pods) END AS p_value,
    array_to_string(pod_names, ', ') AS pod_names
FROM known JOIN around USING (service, signature)
ORDER BY leaks DESC, total_bytes_per_hour DESC NULLS LAST, service, signature;
