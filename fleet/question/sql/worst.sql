-- The ten leaks that cost most bytes per hour, over all pods whose newest version has them.
SELECT service, signature, owner, type, count(DISTINCT pod) AS pods,
    median(bytes_per_hour) AS median_bytes_per_hour,
    sum(bytes_per_hour) AS total_bytes_per_hour
FROM piles
WHERE current_version AND leaks AND bytes_per_hour > 0
GROUP BY service, signature, owner, type
ORDER BY total_bytes_per_hour DESC, service, signature
LIMIT 10;
