-- The types of a city, in the order of their numbers.
SELECT number, type FROM types ORDER BY number;
