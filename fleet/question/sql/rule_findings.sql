-- Piles over the recordings of each pod, leaks first and then by growth. After them come the other findings of its last recording.
SELECT recording_id, rule, owner, type
FROM (
    SELECT l.recording_id, f.rule, f.owner, f.type, 1 AS part, CAST(f.rank AS BIGINT) AS place
    FROM latest l JOIN findings_table f ON f.recording_id = l.recording_id
    WHERE f.rule NOT IN ('leak', 'growth')
    UNION ALL
    SELECT l.recording_id, CASE WHEN p.leaks THEN 'leak' ELSE 'growth' END AS rule, p.owner, p.type, 0 AS part,
        CAST(row_number() OVER (PARTITION BY l.recording_id
            ORDER BY CASE WHEN p.leaks THEN 0 ELSE 1 END, p.bytes_per_hour DESC NULLS LAST, p.owner, p.type) AS BIGINT) AS place
    FROM latest l JOIN piles p ON p.service = l.service AND p.version = l.version AND p.pod = l.pod) found
ORDER BY recording_id, part, place, rule, owner, type;
