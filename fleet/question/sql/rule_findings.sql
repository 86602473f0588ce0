-- What was found in the last recording of each pod, and what piles up over its recordings.
SELECT recording_id, rule, owner, type
FROM (
    SELECT l.recording_id, f.rule, f.owner, f.type, CAST(f.rank AS BIGINT) AS place
    FROM latest l JOIN findings_table f ON f.recording_id = l.recording_id
    WHERE f.rule NOT IN ('leak', 'growth')
    UNION ALL
    SELECT l.recording_id, CASE WHEN p.leaks THEN 'leak' ELSE 'growth' END AS rule, p.owner, p.type, 0 AS place
    FROM latest l JOIN piles p ON p.service = l.service AND p.version = l.version AND p.pod = l.pod) found
ORDER BY recording_id, place, rule, owner, type;
