// Package structure finds data structures in heap states: lists, maps, caches, and what users describe. A data structure
// has a head, the object that programs hold; internal parts, its backbone; and leaves, its contents.
//
// Descriptions are text in files *.ds ([Parse], [Merge]; docs/structures.md is the manual). A [Library] of them is applied to
// a heap state by [Detect]. [Detection] knows what is in which structure and how large structures are; [Classifiers] offers
// that to chains of classifiers. [Compare] follows structures over two GC points and says how they grow; [Propose] writes
// descriptions for types that have none.
//
// The words, the language, the metrics and the patterns of growth are those of "Analyzing Data Structure Growth Over Time to
// Facilitate Memory Leak Detection" (ICPE 2019, DOI 10.1145/3297663.3310297). Where this package goes beyond or deviates:
//
//   - A reference may be excluded: !Type.
//   - What is named goes before what * matches, whatever the order.
//   - A type without description has that of its closest super type with one.
//   - Arrays of primitive values that a description names are parts, no leaves.
//   - Structures that contain each other are all top-level if nothing else contains them.
package structure
