-- What each GC point that stands in a city has of types: number of the type, objects and bytes, separated by blanks, and by commas from the next.
SELECT l.recording_id, l.point,
    array_join(array_agg(concat(CAST(t.number AS STRING), ' ', CAST(l.objects AS STRING), ' ', CAST(l.bytes AS STRING))), ',') AS amounts
FROM large l JOIN types t ON t.path_hash = l.path_hash
GROUP BY l.recording_id, l.point
ORDER BY l.recording_id, l.point;
