// Package collection measures the collections of heap states and finds those that take more memory than they need.
//
// Measurements need only references, so they also work for recordings of running programs, which have no values. The elements of a list are
// the references of its array, those of a map its nodes. References do not show nulls in an array: a list of 100 nulls looks empty. If the
// heap state has values, the size field of the list is used instead.
//
// The patterns are those of Chis, Mitchell, Schonberg, Sevitsky, O'Sullivan, Parsons, Murphy: Patterns of Memory Inefficiency (ECOOP 2011,
// DOI 10.1007/978-3-642-22655-7_18) that are visible in a heap state: empty, small, fixed size, sparse, boxed, and nested the wrong way
// round. With at least three GC points and numbered objects, they are evaluated over time, otherwise at one moment.
package collection
