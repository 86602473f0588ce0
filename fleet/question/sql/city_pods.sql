-- The pods of a city, in the order in which the city counts them: the recording that each pod's numbers are from, and the GC point of it.
SELECT p.service, p.version, p.pod, r.path AS recording, max(g.point) AS point
FROM pods p
JOIN recordings r ON r.recording_id = p.recording_id
JOIN gc_points_table g ON g.recording_id = p.recording_id
WHERE g.judged AND array_contains(r.chains, 'type')
GROUP BY p.service, p.version, p.pod, r.path
ORDER BY p.service, p.version, p.pod;
