-- Piles by holder: the number of pods, the first version, and the growth. Pods and the median cover the versions that have the pile. The total covers pods whose newest
-- version has it, and is null if there are none. The probability is that of Fisher's exact test, one-sided: that all pods with the pile run these versions by chance. It
-- is a product with a factor for each of these pods.
WITH known AS (
    SELECT service, signature,
        min_by(version, ordinal) AS since_version,
        min(ordinal) AS since, bool_and(ordinal IS NOT NULL) AS ordered,
        min(started_unix_ms) AS since_unix_ms,
        max(owner) AS owner, max(type) AS type, bool_or(leaks) AS leaks,
        -- grade is the most certain grade of any pod; points is the largest number of GC points among the pods with that grade.
        CASE WHEN bool_or(sure) THEN 'leak' WHEN bool_or(leaks) THEN 'probable leak' ELSE 'growth' END AS grade,
        coalesce(max(CASE WHEN sure THEN points END), max(CASE WHEN leaks THEN points END), max(points)) AS points,
        count(*) AS pods, -- a pod's name in two versions is two pods
        array_join(array_sort(array_agg(DISTINCT version)), ', ') AS versions,
        array_join(array_sort(array_agg(DISTINCT pod)), ', ') AS pod_names,
        median(bytes_per_hour) AS median_bytes_per_hour,
        sum(CASE WHEN current_version THEN bytes_per_hour END) AS total_bytes_per_hour
    FROM piles
    GROUP BY service, signature),
having_it AS (
    SELECT p.service, p.signature, count(*) AS judged_pods
    FROM (SELECT DISTINCT service, signature, version FROM piles) p
    JOIN judged j ON j.service = p.service AND j.version = p.version
    GROUP BY p.service, p.signature),
before_it AS (
    SELECT k.service, k.signature, CAST(coalesce(sum(v.judged_pods), 0) AS BIGINT) AS earlier_pods
    FROM known k LEFT JOIN versions v ON v.service = k.service AND v.ordinal < k.since
    GROUP BY k.service, k.signature),
sizes AS (
    SELECT k.*, coalesce(h.judged_pods, 0) AS judged_pods, b.earlier_pods
    FROM known k
    JOIN before_it b ON b.service = k.service AND b.signature = k.signature
    LEFT JOIN having_it h ON h.service = k.service AND h.signature = k.signature),
numbers AS (SELECT row_number() OVER (ORDER BY recording_id) - 1 AS i FROM recordings),
chances AS (
    SELECT s.service, s.signature, exp(sum(ln((s.judged_pods - i) / CAST(s.earlier_pods + s.judged_pods - i AS DOUBLE)))) AS p_value
    FROM sizes s JOIN numbers ON i < s.pods
    WHERE s.ordered AND s.earlier_pods > 0 AND s.pods <= s.judged_pods
    GROUP BY s.service, s.signature)
SELECT s.service, s.signature, leaks, grade, points, owner, type,
    CASE WHEN ordered THEN since_version END AS since_version, since_unix_ms, versions,
    pods, judged_pods, earlier_pods, median_bytes_per_hour, total_bytes_per_hour, c.p_value, pod_names
FROM sizes s LEFT JOIN chances c ON c.service = s.service AND c.signature = s.signature
ORDER BY CASE grade WHEN 'leak' THEN 0 WHEN 'probable leak' THEN 1 ELSE 2 END, total_bytes_per_hour DESC NULLS LAST, s.service, s.signature;
