-- The types of a city, sorted by number.
SELECT number, type FROM types ORDER BY number;
