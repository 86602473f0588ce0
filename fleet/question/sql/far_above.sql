-- The rule for outliers: more than three scaled median absolute deviations above the median of at least five pods. A scaled deviation
-- counts as at least a twentieth of the median. The text is the body of a function with the arguments value, middle, deviation and pods.
pods >= 5 AND value > middle + 3 * greatest(1.4826 * deviation, 0.05 * middle)
