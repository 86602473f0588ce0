// Package analysis contains the analyses of heaps and series. Each subpackage answers one kind of question, for instance:
//   - group builds memory trees of heap states.
//   - closure finds what keeps objects alive, and graph explores this step by step.
//   - structure finds whole lists, maps and caches, and how they grow.
//   - trend computes series of groups over time, and window finds suspicious times in a series.
//   - churn finds objects that died young.
//   - definition loads the classifiers that users write.
package analysis
