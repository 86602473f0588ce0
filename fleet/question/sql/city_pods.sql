-- The pods present at each time, with the GC point of each. Versions of a service are sorted by the time of their first measurement.
SELECT at_ms AS at_unix_ms, service, version, pod, recording_id, path AS recording, point, live_objects AS objects, live_bytes AS bytes
FROM standing
ORDER BY at_ms, service, version_ms, version, pod;
