-- Which services and versions grow, and how fast: live heap of each pod by least squares over its GC points, or over its dumps.
SELECT v.service, v.version,
    count(p.pod) AS pods,
    count(CASE WHEN p.measured THEN 1 END) AS measured,
    count(CASE WHEN p.grows THEN 1 END) AS growing,
    median(p.live_bytes) AS median_live_bytes,
    median(p.bytes_per_hour) AS median_bytes_per_hour,
    median(CASE WHEN p.grows THEN p.bytes_per_hour END) AS median_growing_bytes_per_hour
FROM versions v LEFT JOIN pods p ON p.service = v.service AND p.version = v.version
GROUP BY v.service, v.version, v.ordinal
ORDER BY growing DESC, v.service, v.ordinal NULLS LAST, v.version;
