-- Sizes of the subjects of rules over the last recording of each pod. Types and packages are matched by name with the types in a chain;
-- groups by their path. A subject without objects has no row. Retained and deep sizes belong to a single group, and are null for several
-- groups.
WITH fitting AS (
    SELECT l.recording_id, s.subject, g.chain, g.path_hash, g.points, g.first_objects, g.last_objects, g.first_bytes, g.last_bytes
    FROM latest l
    JOIN growth_table g ON g.recording_id = l.recording_id
    JOIN subjects s ON s.chain = g.chain
    WHERE CASE WHEN s.name_like IS NULL THEN g.path_hash = s.path_hash ELSE g.depth = 1 AND g.leaf AND last_of(g.path) LIKE s.name_like ESCAPE '!' END),
sized AS (
    SELECT f.*, z.retained_bytes, z.deep_bytes
    FROM fitting f
    LEFT JOIN (SELECT recording_id, chain, path_hash, max(retained_bytes) AS retained_bytes, max(deep_bytes) AS deep_bytes
               FROM groups_table
               WHERE (retained_bytes IS NOT NULL OR deep_bytes IS NOT NULL) AND path_hash IN (SELECT path_hash FROM fitting)
               GROUP BY recording_id, chain, path_hash) z
        ON z.recording_id = f.recording_id AND z.chain = f.chain AND z.path_hash = f.path_hash)
SELECT recording_id, subject, count(*) AS groups, max(points) AS points,
    CAST(sum(first_objects) AS BIGINT) AS first_objects, CAST(sum(last_objects) AS BIGINT) AS last_objects,
    CAST(sum(first_bytes) AS BIGINT) AS first_bytes, CAST(sum(last_bytes) AS BIGINT) AS last_bytes,
    CASE WHEN count(*) = 1 THEN max(retained_bytes) END AS retained_bytes,
    CASE WHEN count(*) = 1 THEN max(deep_bytes) END AS deep_bytes
FROM sized
GROUP BY recording_id, subject
ORDER BY recording_id, subject;
