-- First measurement of each version that is not the first of its service.
SELECT l.service, l.version, l.first_ms AS since_unix_ms
FROM lives l JOIN (SELECT service, min(first_ms) AS first_ms FROM lives GROUP BY service) f ON f.service = l.service
WHERE l.first_ms > f.first_ms
ORDER BY since_unix_ms, l.service, l.version;
