-- The one rule for outliers: by more than three scaled median absolute deviations, each at least a twentieth of the median, above the median of at least five pods.
-- It is the body of a function with the arguments value, middle, deviation and pods.
pods >= 5 AND value > middle + 3 * greatest(1.4826 * deviation, 0.05 * middle)
