-- Each version against the one before it: does the live heap of its pods grow otherwise? A rank-sum test (Mann and Whitney) with ties, by the
-- normal distribution, where both have at least four pods that could be measured, so that five in a hundred can be reached.
WITH pairs AS (
    SELECT a.service, a.version AS before, b.version AS after, b.ordinal, b.first_seen
    FROM versions a JOIN versions b ON a.service = b.service AND b.ordinal = a.ordinal + 1),
measured AS (
    SELECT q.service, q.ordinal, p.version = q.after AS is_after, p.bytes_per_hour
    FROM pairs q JOIN pods p ON p.service = q.service AND p.version IN (q.before, q.after)
    WHERE p.measured),
ranked AS (
    SELECT *, rank() OVER same + (count(*) OVER tied - 1) / 2.0 AS mean_rank, count(*) OVER tied AS ties
    FROM measured
    WINDOW same AS (PARTITION BY service, ordinal ORDER BY bytes_per_hour),
           tied AS (PARTITION BY service, ordinal, bytes_per_hour)),
tested AS (
    SELECT service, ordinal,
        count(*) FILTER (WHERE NOT is_after) AS n_before, count(*) FILTER (WHERE is_after) AS n_after, count(*) AS n,
        median(bytes_per_hour) FILTER (WHERE NOT is_after) AS median_before, median(bytes_per_hour) FILTER (WHERE is_after) AS median_after,
        sum(mean_rank) FILTER (WHERE is_after) - n_after * (n_after + 1) / 2.0 AS u,
        sum(ties * ties - 1.0) AS tie_correction
    FROM ranked
    GROUP BY service, ordinal)
SELECT q.service, q.before, q.after, q.first_seen AS since_unix_ms,
    coalesce(n_before, 0) AS pods_before, coalesce(n_after, 0) AS pods_after,
    median_before AS before_bytes_per_hour, median_after AS after_bytes_per_hour,
    CASE WHEN n_before >= 4 AND n_after >= 4 THEN coalesce(normal_tails(
        greatest(abs(u - n_before * n_after / 2.0) - 0.5, 0)
        / nullif(sqrt(n_before * n_after / 12.0 * ((n + 1) - tie_correction / (n * (n - 1.0)))), 0)), 1) END AS p_value
FROM pairs q LEFT JOIN tested t USING (service, ordinal)
ORDER BY p_value NULLS LAST, q.service, q.ordinal;
