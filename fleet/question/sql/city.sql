-- What a city of the fleet is made of: the median of each type over all pods of a version, at the last GC point of what stands for each pod, where a pod without
-- the type has none of it. A median over n pods is that of the m that have the type, in order, with n - m zeros before them.
WITH counted AS (
    SELECT p.service, p.version, count(*) AS n
    FROM pods p JOIN recordings r ON r.recording_id = p.recording_id
    WHERE array_contains(r.chains, 'type')
    GROUP BY p.service, p.version),
listed AS (
    SELECT p.service, p.version, min(last_of(g.path)) AS type, count(*) AS m,
        array_sort(array_agg(g.last_objects)) AS objects, array_sort(array_agg(g.last_bytes)) AS bytes
    FROM pods p JOIN growth_table g ON g.recording_id = p.recording_id
    WHERE g.chain = 'type' AND g.depth = 1 AND g.leaf
    GROUP BY p.service, p.version, g.path_hash),
placed AS (
    SELECT l.*, CAST(floor((c.n + 1) / 2e0) - (c.n - l.m) AS INT) AS low, CAST(ceil((c.n + 1) / 2e0) - (c.n - l.m) AS INT) AS high
    FROM listed l JOIN counted c ON c.service = l.service AND c.version = l.version),
medians AS (
    SELECT service, version, type,
        CAST(round(CASE WHEN low < 1 THEN 0 ELSE at_place(objects, low) END / 2e0 + at_place(objects, high) / 2e0) AS BIGINT) AS objects,
        CAST(round(CASE WHEN low < 1 THEN 0 ELSE at_place(bytes, low) END / 2e0 + at_place(bytes, high) / 2e0) AS BIGINT) AS bytes
    FROM placed
    WHERE high >= 1)
SELECT m.service, m.version, v.first_seen AS since_unix_ms, m.type, m.objects, m.bytes
FROM medians m JOIN versions v ON v.service = m.service AND v.version = m.version
WHERE v.first_seen IS NOT NULL AND (m.objects > 0 OR m.bytes > 0)
ORDER BY m.service, since_unix_ms, m.version, m.type;
