-- Amounts of types at the GC points present in a city, run after clock.sql. Types below a five-thousandth of the heap of their pod are
-- omitted, and the city joins them into one. The filter by least_bytes() drops no other rows.
CREATE TEMPORARY VIEW large AS
SELECT s.recording_id, s.point, g.path_hash, g.objects, g.bytes
FROM groups_table g JOIN states s ON s.recording_id = g.recording_id AND s.point = g.point
WHERE g.chain = 'type' AND g.bytes >= least_bytes() AND g.bytes * 5000 >= s.live_bytes;

-- One recording with the name of each type.
CREATE TEMPORARY VIEW naming AS
SELECT path_hash, min(recording_id) AS recording_id
FROM large
GROUP BY path_hash;
