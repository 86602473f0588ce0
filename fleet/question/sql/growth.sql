-- Which services and versions grow, and how fast: live heap of each pod by least squares over its GC points.
SELECT v.service, v.version,
    count(p.pod) AS pods,
    count(p.pod) FILTER (WHERE p.measured) AS measured,
    count(p.pod) FILTER (WHERE p.grows) AS growing,
    median(p.live_bytes) AS median_live_bytes,
    median(p.bytes_per_hour) AS median_bytes_per_hour,
    median(p.bytes_per_hour) FILTER (WHERE p.grows) AS median_growing_bytes_per_hour
FROM versions v LEFT JOIN pods p USING (service, version)
GROUP BY v.service, v.version, v.ordinal
ORDER BY growing DESC, v.service, v.ordinal NULLS LAST, v.version;
