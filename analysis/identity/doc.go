// Package identity matches the objects of one heap state with those of a later one.
//
// If objects have numbers of their own ([trace.Heap.Identity]), these decide. Heap dumps have none, and most collectors move objects, so an
// address is a hint but no proof. In that case, objects are recognized in this order:
//
//   - class objects by the name of their class and of its loader;
//   - by content: a hash of primitive fields and arrays, refined over the references that go out, up to three steps far. A
//     reference to an object that is recognised already counts as that object, whatever became of its content. What occurs
//     once in both heap states is a pair;
//   - by place: collectors keep the order in which objects lie in memory, at least over long stretches, and what they do not
//     find dead moves closer together. Between two neighbours that are recognised and were close, the objects of the later
//     state are some of those of the earlier, in the same order. Where there is one way only in which they can be, it is
//     taken, even if contents changed. And a pair that lies elsewhere than all its neighbours is one of two objects of the
//     same content, of which the first died and the second is new;
//   - by static fields: the object that a static field holds in both states is one object, and so are those that the same
//     fields of it hold;
//   - by references: equal fields of pairs lead to pairs, and equal places in arrays.
//
// These steps are repeated while they find anything. A pair is certain if its place confirms it, or if its content is found
// nowhere else; otherwise it is probable. Which collector was at work does not matter:
// how far places can be trusted is measured on the pairs of unique content.
//
// Objects without content, neighbours and references of their own cannot be distinguished from each other by anybody. Where
// their holder only grew, as a list that a program only adds to, they are taken to have survived: see countSurvivors for the
// rule and what it assumes. All others are not told apart: see [Indistinct]. What is left died, or was born.
package identity
