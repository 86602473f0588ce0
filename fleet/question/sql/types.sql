-- The types of a city by number, run after large.sql. A type is a leaf group directly below the root.
CREATE TEMPORARY VIEW types AS
SELECT path_hash, type, row_number() OVER (ORDER BY type, path_hash) - 1 AS number
FROM (SELECT n.path_hash, min(last_of(g.path)) AS type
      FROM growth_of_naming g JOIN naming n ON n.recording_id = g.recording_id AND n.path_hash = g.path_hash
      WHERE g.chain = 'type' AND g.depth = 1 AND g.leaf
      GROUP BY n.path_hash) named;
