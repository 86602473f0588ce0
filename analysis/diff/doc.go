// Package diff compares the objects of two GC points. For each group it counts the objects that died, survived, and were born in between
// (Weninger, Mössenböck: User-defined Classification and Multi-level Grouping of Objects in Memory Monitoring, ICPE 2018, DOI
// 10.1145/3184407.3184412, section 5.3.1). Heap dumps do not number objects, and equal objects cannot always be told apart. Package diff
// counts these separately.
//
// The groups are the union of the groups of both GC points, by path. An object may change its group, for example with classifiers by age.
// It then moved out of one group and into the other.
//
// If objects cannot be identified, only the numbers before and after are available; see [Trees].
package diff
