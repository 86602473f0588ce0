-- What GC points that stand in a city have of types, run after clock.sql. What is less than a five-thousandth of the heap of its pod is left out: the city has all that as one. No
-- row with fewer bytes than least_bytes() is one of these.
CREATE TEMPORARY VIEW large AS
SELECT s.recording_id, s.point, g.path_hash, g.objects, g.bytes
FROM groups_table g JOIN states s ON s.recording_id = g.recording_id AND s.point = g.point
WHERE g.chain = 'type' AND g.bytes >= least_bytes() AND g.bytes * 5000 >= s.live_bytes;

-- Recordings that each have a name of a type.
CREATE TEMPORARY VIEW naming AS
SELECT path_hash, min(recording_id) AS recording_id
FROM large
GROUP BY path_hash;
