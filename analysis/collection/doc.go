// Package collection measures the collections of heap states, and finds those that take more memory than they need.
//
// A measure takes references only, so that it works for recordings of running programs, which have no values: the elements of a
// list are the references of its array, those of a map its nodes. What references cannot show is a null in an array: a list of
// 100 nulls looks empty. Where the heap state has values, the number in the list's own field counts instead.
//
// Patterns are those of Chis, Mitchell, Schonberg, Sevitsky, O'Sullivan, Parsons, Murphy: Patterns of Memory Inefficiency (ECOOP
// 2011, DOI 10.1007/978-3-642-22655-7_18) that a heap state shows: empty, small, of fixed size, sparse, boxed, and nested the
// wrong way round. With three GC points and objects that are numbered they are judged over time, else at one moment.
package collection
