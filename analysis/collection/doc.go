// Package collection measures the collections of heap states and finds collections that waste memory.
//
// Measurements need only references, so they also work for recordings of running programs, which have no values. The elements of a list are
// the references in its array. The elements of a map are its nodes. References do not show nulls in an array: a list of 100 nulls looks
// empty. If the heap state has values, the size field of the list is used instead.
//
// The patterns come from Chis, Mitchell, Schonberg, Sevitsky, O'Sullivan, Parsons, Murphy: Patterns of Memory Inefficiency (ECOOP 2011, DOI
// 10.1007/978-3-642-22655-7_18), limited to those that a heap state shows: empty, small, fixed size, sparse, boxed, and nested in the wrong order.
// With at least three GC points and numbered objects, they are evaluated over time, otherwise at one moment.
package collection
