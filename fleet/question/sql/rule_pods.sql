-- Facts about each pod for rules: the live heap over its last recording, or over its dumps if that recording is one of them, and whether a
-- leak would be found.
SELECT l.recording_id, l.service, l.version, l.pod, array_join(l.chains, chr(10)) AS chains,
    j.pod IS NOT NULL AS leak_judged,
    coalesce(d.points, p.points) AS points, p.last_objects,
    coalesce(d.first_bytes, p.first_bytes) AS first_bytes, p.last_bytes
FROM latest l
LEFT JOIN judged j ON j.service = l.service AND j.version = l.version AND j.pod = l.pod
LEFT JOIN (
    SELECT recording_id, count(*) AS points,
        max_by(live_objects, point) AS last_objects,
        min_by(live_bytes, point) AS first_bytes, max_by(live_bytes, point) AS last_bytes
    FROM points
    GROUP BY recording_id) p ON p.recording_id = l.recording_id
LEFT JOIN (
    SELECT max_by(recording_id, nth) AS recording_id, count(*) AS points, min_by(live_bytes, nth) AS first_bytes
    FROM dumps
    GROUP BY service, version, pod
    HAVING count(*) > 1) d ON d.recording_id = l.recording_id
ORDER BY l.service, l.version, l.pod;
