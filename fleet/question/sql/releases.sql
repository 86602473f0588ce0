-- Whether the live heap of the pods of each version grows at another rate than that of the previous version: a rank-sum test (Mann and Whitney) with ties, by the
-- normal distribution, of whole bytes per hour. Both versions need at least four measured pods, because fewer cannot reach a probability of 5 %.
WITH pairs AS (
    SELECT a.service, a.version AS before, b.version AS after, b.ordinal, b.first_seen
    FROM versions a JOIN versions b ON a.service = b.service AND b.ordinal = a.ordinal + 1),
measured AS (
    SELECT q.service, q.ordinal, p.version = q.after AS is_after, round(p.bytes_per_hour) AS bytes_per_hour
    FROM pairs q JOIN pods p ON p.service = q.service AND p.version IN (q.before, q.after)
    WHERE p.measured),
ranked AS (
    SELECT *, rank() OVER (PARTITION BY service, ordinal ORDER BY bytes_per_hour) AS least_rank,
        CAST(count(*) OVER (PARTITION BY service, ordinal, bytes_per_hour) AS DOUBLE) AS ties
    FROM measured),
counted AS (
    SELECT service, ordinal,
        CAST(count(CASE WHEN NOT is_after THEN 1 END) AS DOUBLE) AS n_before, CAST(count(CASE WHEN is_after THEN 1 END) AS DOUBLE) AS n_after,
        median(CASE WHEN NOT is_after THEN bytes_per_hour END) AS median_before, median(CASE WHEN is_after THEN bytes_per_hour END) AS median_after,
        sum(CASE WHEN is_after THEN least_rank + (ties - 1) / 2 END) AS rank_sum,
        sum(ties * ties - 1) AS tie_correction
    FROM ranked
    GROUP BY service, ordinal),
compared AS (
    SELECT *, abs(rank_sum - n_after * (n_after + 1) / 2 - n_before * n_after / 2) AS distance,
        n_before * n_after / 12 * (n_before + n_after + 1 - tie_correction / ((n_before + n_after) * (n_before + n_after - 1))) AS variance
    FROM counted
    WHERE n_before >= 4 AND n_after >= 4),
scored AS (SELECT *, greatest(distance - 0.5e0, 0e0) / nullif(sqrt(variance), 0) AS z FROM compared),
-- The share of a normal distribution beyond z on both sides: Abramowitz and Stegun, 7.1.26, with an error of at most 1.5e-7.
stepped AS (SELECT *, 1e0 / (1e0 + 0.3275911e0 * z / sqrt(2e0)) AS t FROM scored),
tested AS (
    SELECT service, ordinal, coalesce(
        t * (0.254829592e0 + t * (-0.284496736e0 + t * (1.421413741e0 + t * (-1.453152027e0 + t * 1.061405429e0)))) * exp(-z * z / 2), 1e0) AS p_value
    FROM stepped)
SELECT q.service, q.before, q.after, q.first_seen AS since_unix_ms,
    CAST(coalesce(n_before, 0) AS BIGINT) AS pods_before, CAST(coalesce(n_after, 0) AS BIGINT) AS pods_after,
    median_before AS before_bytes_per_hour, median_after AS after_bytes_per_hour, p_value
FROM pairs q
LEFT JOIN counted c ON c.service = q.service AND c.ordinal = q.ordinal
LEFT JOIN tested t ON t.service = q.service AND t.ordinal = q.ordinal
ORDER BY p_value NULLS LAST, q.service, q.ordinal;
