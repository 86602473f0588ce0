// Package analysis is the home of the results about heaps and series. Each sub-package has one kind of query:
// group makes memory trees of heap states, closure says what is alive because of what, graph explores that step
// by step, definition reads the classifiers that users write, window finds suspicious times in a series, structure finds
// lists, maps and caches as a whole and how they grow, trend makes series of groups over time, churn says what died young.
package analysis
