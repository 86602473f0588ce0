-- Pods whose live heap at their last GC point is far above the live heaps of other pods of their version, as defined by far_above.
WITH middle AS (
    SELECT service, version, count(*) AS pods, median(live_bytes) AS median_bytes
    FROM pods
    GROUP BY service, version),
spread AS (
    SELECT p.service, p.version, median(abs(p.live_bytes - m.median_bytes)) AS deviation
    FROM pods p JOIN middle m ON m.service = p.service AND m.version = p.version
    GROUP BY p.service, p.version)
SELECT p.service, p.version, p.pod, m.pods, p.live_bytes, m.median_bytes,
    p.live_bytes / m.median_bytes AS ratio
FROM pods p
JOIN middle m ON m.service = p.service AND m.version = p.version
JOIN spread s ON s.service = p.service AND s.version = p.version
WHERE far_above(CAST(p.live_bytes AS DOUBLE), m.median_bytes, s.deviation, m.pods)
ORDER BY ratio DESC, p.service, p.version, p.pod;
