-- What a city of the fleet is made of: the median of each type over all pods of a version, at the last GC point of what stands for each pod, where a pod without
-- the type has none of it. A median over n pods is that of the m that have the type, in order, with n - m zeros before them. What each pod has is a text: its place
-- among the pods of its version as city_pods lists them, objects and bytes, separated by blanks, and by commas from the next pod.
WITH counted AS (
    SELECT p.service, p.version, p.recording_id, p.live_bytes,
        row_number() OVER (PARTITION BY p.service, p.version ORDER BY p.pod) - 1 AS place,
        count(*) OVER (PARTITION BY p.service, p.version) AS n
    FROM pods p JOIN recordings r ON r.recording_id = p.recording_id
    WHERE array_contains(r.chains, 'type')),
heap AS (SELECT service, version, median(live_bytes) AS live_bytes FROM counted GROUP BY service, version),
sized AS (
    SELECT c.service, c.version, c.place, max(c.n) AS n, g.path_hash, min(last_of(g.path)) AS type,
        CAST(sum(g.last_objects) AS BIGINT) AS objects, CAST(sum(g.last_bytes) AS BIGINT) AS bytes
    FROM counted c JOIN growth_table g ON g.recording_id = c.recording_id
    WHERE g.chain = 'type' AND g.depth = 1 AND g.leaf
    GROUP BY c.service, c.version, c.place, g.path_hash),
listed AS (
    SELECT service, version, path_hash, min(type) AS type, max(n) AS n, count(*) AS m,
        array_sort(array_agg(objects)) AS objects, array_sort(array_agg(bytes)) AS bytes,
        array_join(array_agg(concat(CAST(place AS STRING), ' ', CAST(objects AS STRING), ' ', CAST(bytes AS STRING))), ',') AS pods
    FROM sized
    GROUP BY service, version, path_hash),
placed AS (
    SELECT *, CAST(floor((n + 1) / 2e0) - (n - m) AS INT) AS low, CAST(ceil((n + 1) / 2e0) - (n - m) AS INT) AS high
    FROM listed),
medians AS (
    SELECT service, version, path_hash, type, n, m, pods,
        CASE WHEN low < 1 THEN 0 ELSE at_place(objects, low) END / 2e0 + CASE WHEN high < 1 THEN 0 ELSE at_place(objects, high) END / 2e0 AS objects,
        CASE WHEN low < 1 THEN 0 ELSE at_place(bytes, low) END / 2e0 + CASE WHEN high < 1 THEN 0 ELSE at_place(bytes, high) END / 2e0 AS bytes
    FROM placed),
-- Deviations of the n - m pods without the type are the median itself: they stand behind the deviations that are less.
distances AS (
    SELECT s.service, s.version, s.path_hash, array_sort(array_agg(abs(s.bytes - m.bytes))) AS far, CAST(max(m.n) AS INT) AS n, CAST(max(m.n - m.m) AS INT) AS zeros,
        max(m.bytes) AS middle, CAST(count(CASE WHEN abs(s.bytes - m.bytes) < m.bytes THEN 1 END) AS INT) AS less
    FROM sized s JOIN medians m ON m.service = s.service AND m.version = s.version AND m.path_hash = s.path_hash
    GROUP BY s.service, s.version, s.path_hash),
halves AS (SELECT *, CAST(floor((n + 1) / 2e0) AS INT) AS low, CAST(ceil((n + 1) / 2e0) AS INT) AS high FROM distances),
deviations AS (
    SELECT service, version, path_hash,
        CASE WHEN low <= less THEN at_number(far, low) WHEN low <= less + zeros THEN middle ELSE at_number(far, low - zeros) END / 2e0
        + CASE WHEN high <= less THEN at_number(far, high) WHEN high <= less + zeros THEN middle ELSE at_number(far, high - zeros) END / 2e0 AS deviation
    FROM halves),
-- Of a type only what is a hundredth of the heap more than the median stands out, and what more than a tenth of the pods have is no exception.
outlying AS (
    SELECT m.service, m.version, m.path_hash, count(*) AS outliers
    FROM medians m
    JOIN deviations d ON d.service = m.service AND d.version = m.version AND d.path_hash = m.path_hash
    JOIN heap h ON h.service = m.service AND h.version = m.version
    JOIN sized s ON s.service = m.service AND s.version = m.version AND s.path_hash = m.path_hash
    WHERE far_above(CAST(s.bytes AS DOUBLE), m.bytes, d.deviation, m.n) AND s.bytes - m.bytes >= 0.01 * h.live_bytes
    GROUP BY m.service, m.version, m.path_hash
    HAVING count(*) <= greatest(1, max(m.n) / 10e0))
SELECT m.service, m.version, v.first_seen AS since_unix_ms, m.type, CAST(round(m.objects) AS BIGINT) AS objects, CAST(round(m.bytes) AS BIGINT) AS bytes,
    coalesce(o.outliers, 0) AS outliers, m.pods
FROM medians m
JOIN versions v ON v.service = m.service AND v.version = m.version
LEFT JOIN outlying o ON o.service = m.service AND o.version = m.version AND o.path_hash = m.path_hash
WHERE v.first_seen IS NOT NULL AND (m.objects > 0 OR m.bytes > 0 OR o.outliers > 0)
ORDER BY m.service, since_unix_ms, m.version, m.type;
