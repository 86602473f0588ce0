// Package identity matches the objects of one heap state with those of a later one.
//
// If objects have numbers of their own ([trace.Heap.Identity]), objects with equal numbers match. Heap dumps have none. Most collectors
// move objects, so an address is only a hint. In that case, objects are recognized in this order:
//
//   - class objects: by the name of the class and of its loader;
//   - by content: a hash of primitive fields and arrays, refined by outgoing references up to three steps away. A reference to a recognized
//     object counts as that object, even if its content changed. A content that occurs once in each heap state is a pair;
//   - by place: collectors keep the order of objects in memory, at least over long stretches, and move objects closer together. Between two
//     recognized neighbors that were close, the later objects are a subset of the earlier ones, in the same order. If there is only one
//     such assignment, it is used, even if contents changed. A pair away from all its neighbors is two different objects with equal
//     content: the first died and the second is new;
//   - by static fields: a static field holds one object in both states, and so do the same fields of that object;
//   - by references: equal fields of pairs lead to pairs, and so do equal positions in arrays.
//
// These steps repeat until they find nothing more. A pair is certain if its place confirms it or its content is unique; otherwise it is
// probable. The kind of collector does not matter, as the pairs with unique content show how far places can be trusted.
//
// Objects without distinct content, neighbors or references cannot be told apart. If their holder only grew, such as a list that a program
// only appends to, they are assumed to have survived. See countSurvivors for the rule and its assumptions. Others are not told apart; see
// [Indistinct]. All remaining objects died or were born.
package identity
