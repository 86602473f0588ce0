// Package diff says what became of the objects of one GC point at another: for each group those that died, those that are
// permanent, and those that were born in between (Weninger, Mössenböck: User-defined Classification and Multi-level Grouping
// of Objects in Memory Monitoring, ICPE 2018, DOI 10.1145/3184407.3184412, section 5.3.1). Heap dumps do not number objects, and
// equal objects cannot always be told apart. Package diff counts these separately.
//
// The groups are those of both groupings, by their paths. An object may be in other groups at the second GC point than at
// the first, as with classifiers by age: it left the one and came to the other.
//
// Where nobody knows which object is which, there are only the numbers before and after: see [Trees].
package diff
