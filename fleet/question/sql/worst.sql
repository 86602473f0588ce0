-- The ten that cost most: bytes an hour, over all pods that have it.
SELECT service, signature, owner, type, count(DISTINCT (version, pod)) AS pods,
    median(bytes_per_hour) AS median_bytes_per_hour,
    sum(bytes_per_hour) AS total_bytes_per_hour
FROM piles
WHERE leaks AND bytes_per_hour > 0
GROUP BY service, signature, owner, type
ORDER BY total_bytes_per_hour DESC, service, signature
LIMIT 10;
