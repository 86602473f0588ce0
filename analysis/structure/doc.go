// Package structure finds data structures in heap states: lists, maps, caches, and others that users describe. A data structure has a head,
// which is the object that programs hold, internal parts, which form its backbone, and leaves, which are its contents.
//
// Descriptions are text in files *.ds ([Parse], [Merge]; docs/structures.md is the manual). [Detect] applies a [Library] of descriptions to
// a heap state. The resulting [Detection] contains the members and sizes of the data structures. [Classifiers] makes them available to
// chains of classifiers. [Compare] follows data structures between two GC points and determines how they grow. [Propose] writes
// descriptions for types that have none.
//
// Terms, language, metrics and growth patterns follow "Analyzing Data Structure Growth Over Time to Facilitate Memory Leak Detection" (ICPE
// 2019, DOI 10.1145/3297663.3310297), with these extensions and deviations:
//
//   - A reference may be excluded: !Type.
//   - Explicit names take precedence over names with *, in any order.
//   - A type without a description inherits that of its closest supertype that has one.
//   - Arrays of primitives that a description names are parts, not leaves.
//   - Data structures that contain each other are all top-level if nothing else contains them.
package structure
