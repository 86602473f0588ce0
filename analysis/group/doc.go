// Package group makes memory trees: it groups the objects of a heap state by a chain of classifiers, and counts the
// references between the groups (Weninger, Mössenböck: User-defined Classification and Multi-level Grouping of Objects
// in Memory Monitoring, ICPE 2018, DOI 10.1145/3184407.3184412).
//
// A [Classifier] puts an object into one group, several, nested ones, or none; a filter says which objects go on; a
// transformer goes on with other objects instead. Chains combine them in any order. A [Registry] knows them by name:
// those that are built in, and those that a user adds.
//
// Everything is computed over numbers: a classifier is first made ready for one heap state as [Keys], which give each
// object a class and each class its groups. Objects that have the same class in every classifier of the chain form a
// cell. One pass counts the cells. All objects of a cell are in the same nodes of the tree, so that each node gets each
// cell once, and its numbers are of distinct objects however many groups an object is in.
package group
