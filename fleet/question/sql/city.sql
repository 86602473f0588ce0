-- Amounts of types at each GC point present in a city: type number, objects and bytes, separated by spaces; types are separated by commas.
SELECT l.recording_id, l.point,
    array_join(array_agg(concat(CAST(t.number AS STRING), ' ', CAST(l.objects AS STRING), ' ', CAST(l.bytes AS STRING))), ',') AS amounts
FROM large l JOIN types t ON t.path_hash = l.path_hash
GROUP BY l.recording_id, l.point
ORDER BY l.recording_id, l.point;
