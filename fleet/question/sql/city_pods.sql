-- The pods that stand at each time, with the GC point that each had then. The versions of a service are in the order in which they were first measured.
SELECT at_ms AS at_unix_ms, service, version, pod, recording_id, path AS recording, point, live_objects AS objects, live_bytes AS bytes
FROM standing
ORDER BY at_ms, service, version_ms, version, pod;
