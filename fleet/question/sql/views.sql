-- What the questions are asked of. The working folder is that of the fleet.
-- MEMCITY_FLEET_SERVICE names the only service to look at; empty means all.

CREATE MACRO nothing_if_empty(text) AS nullif(text, '');

-- One row for each recording that is complete. What has no label is named so.
CREATE VIEW recordings AS
SELECT * REPLACE (
    coalesce(nothing_if_empty(service), '(no service)') AS service,
    coalesce(nothing_if_empty(version), '(no version)') AS version,
    coalesce(nothing_if_empty(pod), 'recording ' || recording_id) AS pod)
FROM read_parquet('recordings/*.parquet', union_by_name = true)
WHERE coalesce(getenv('MEMCITY_FLEET_SERVICE'), '') = ''
   OR coalesce(nothing_if_empty(service), '(no service)') = getenv('MEMCITY_FLEET_SERVICE');

-- Versions of each service in the order in which they were first seen; without a clock they have no order.
CREATE VIEW versions AS
SELECT service, version, min(started_unix_ms) AS first_seen,
    CASE WHEN bool_and(started_unix_ms IS NOT NULL)
         THEN row_number() OVER (PARTITION BY service ORDER BY min(started_unix_ms), version) END AS ordinal,
    count(DISTINCT pod) AS pods,
    count(DISTINCT pod) FILTER (WHERE leak_judged) AS judged_pods
FROM recordings
GROUP BY service, version;

-- The live heap over each recording: slope, how steady it is, and how much of the heap it is. A recording with one point, or all at one time, has no slope.
CREATE VIEW heaps AS
SELECT r.service, r.version, r.pod, r.recording_id, r.started_unix_ms,
    count(*) AS points,
    arg_max(p.live_bytes, p.point) AS live_bytes,
    CASE WHEN min(p.time_ms) < max(p.time_ms) THEN regr_slope(p.live_bytes, p.time_ms) * 3600000 END AS bytes_per_hour,
    CASE WHEN min(p.time_ms) < max(p.time_ms) THEN regr_r2(p.live_bytes, p.time_ms) END AS steadiness,
    (arg_max(p.live_bytes, p.point) - arg_min(p.live_bytes, p.point)) / nullif(avg(p.live_bytes), 0) AS relative_growth
FROM recordings r JOIN read_parquet('gc_points/*.parquet', union_by_name = true) p USING (recording_id)
WHERE p.judged
GROUP BY ALL;

-- The recording that stands for a pod in a version: of those with a slope the last one, else the last one.
CREATE VIEW pods AS
SELECT *, bytes_per_hour IS NOT NULL AS measured,
    -- It grows if a line through its points explains four fifths of what they vary by, and rises by a twentieth of the heap.
    coalesce(bytes_per_hour > 0 AND steadiness >= 0.8 AND relative_growth >= 0.05 AND points >= 3, false) AS grows
FROM heaps
QUALIFY row_number() OVER (PARTITION BY service, version, pod
    ORDER BY bytes_per_hour IS NOT NULL DESC, started_unix_ms DESC NULLS LAST, recording_id) = 1;

-- What piles up, one row for each signature and pod of a version, from the recording in which it is most. Current are the rows of the last version that
-- a pod ran: pods with names that stay go from one version to the next.
CREATE VIEW piles AS
WITH last AS (SELECT service, pod, arg_max(version, started_unix_ms) AS last_version FROM recordings GROUP BY service, pod)
SELECT r.service, r.version, v.ordinal, r.pod, f.signature, f.owner, f.type, f.rule = 'leak' AS leaks, coalesce(r.version = l.last_version, true) AS current, f.bytes_per_hour, f.last_bytes,
    r.started_unix_ms
FROM recordings r
JOIN versions v USING (service, version)
JOIN last l ON l.service = r.service AND l.pod = r.pod
JOIN read_parquet('findings/*.parquet', union_by_name = true) f USING (recording_id)
WHERE f.rule IN ('leak', 'growth') AND f.signature <> ''
QUALIFY row_number() OVER (PARTITION BY r.service, r.version, r.pod, f.signature
    ORDER BY leaks DESC, f.bytes_per_hour DESC NULLS LAST, r.recording_id) = 1;

-- The logarithm of the number of ways to choose k of n.
CREATE MACRO log_choose(n, k) AS lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0);

-- Fisher's exact test, one-sided: how likely at least hits_after of n_after have it by chance, if hits_before of n_before do.
CREATE MACRO fisher(hits_before, n_before, hits_after, n_after) AS list_sum(list_transform(
    range(hits_after, least(n_after, hits_before + hits_after) + 1),
    lambda k: CASE WHEN hits_before + hits_after - k > n_before THEN 0.0 ELSE
        exp(log_choose(n_after, k) + log_choose(n_before, hits_before + hits_after - k)
            - log_choose(n_before + n_after, hits_before + hits_after)) END));

-- How much of a normal distribution is beyond |z| on both sides: Abramowitz and Stegun, 7.1.26; wrong by at most 1.5e-7.
CREATE MACRO normal_tails(z) AS (
    1 / (1 + 0.3275911 * abs(z) / sqrt(2.0))) * (0.254829592
    + (1 / (1 + 0.3275911 * abs(z) / sqrt(2.0))) * (-0.284496736
    + (1 / (1 + 0.3275911 * abs(z) / sqrt(2.0))) * (1.421413741
    + (1 / (1 + 0.3275911 * abs(z) / sqrt(2.0))) * (-1.453152027
    + (1 / (1 + 0.3275911 * abs(z) / sqrt(2.0))) * 1.061405429)))) * exp(-z * z / 2);
