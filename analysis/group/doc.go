// Package group groups the objects of a heap state by a chain of classifiers into a memory tree, and counts the references between groups
// (Weninger, Mössenböck: User-defined Classification and Multi-level Grouping of Objects in Memory Monitoring, ICPE 2018, DOI
// 10.1145/3184407.3184412).
//
// A [Classifier] assigns an object to one group, several groups, nested groups, or none. A filter selects objects, and a transformer
// continues with other objects. Chains combine them in any order. A [Registry] contains classifiers by name, both built in and added by
// users.
//
// All computations use numbers. A classifier is prepared for one heap state as [Keys], which assign a class to each object and groups to
// each class. Objects with the same class in each classifier of the chain form a cell. One pass counts the cells. All objects of a cell are
// in the same nodes of the tree. Each cell is added once to each node, so nodes count distinct objects even if an object is in many groups.
package group
