-- The selected row of each pod of a version, for charts.
SELECT p.service, p.version, p.pod, p.live_bytes, p.bytes_per_hour, p.grows
FROM pods p JOIN versions v ON v.service = p.service AND v.version = p.version
ORDER BY p.service, v.ordinal NULLS LAST, p.version, p.pod;
