// Package usage has the Java agent that records what a program does with its collections: which elements are added, got and removed,
// when and where. Its source lies in the folder java; with a copy of ASM, which a JDK compiles into a jar.
//
// # Rewriting
//
// Calls to methods of collections and maps in the chosen classes are followed by a call to a probe, which gets the collection, the
// arguments, the result and a number for the place in the source. The call itself stays, so stack traces, exceptions and methods
// that look at their caller are as before. Classes of the JDK are not rewritten: what HashSet does with its HashMap is not seen.
// A method reference such as list::add becomes a method memcity$N of the class, which stack traces of an exception in it show.
// Classes, methods and method references that cannot be rewritten stay as they are, and are counted.
//
// # Identity
//
// A collection has a number from 1. An element has a number from its ADD to its REMOVE, unique in the stream; duplicates that are in
// a collection at once have one, and several ADDs and REMOVEs. The element of a map is its entry, known by its key, else by its value.
// The agent compares by identity, and by value where equals is known: strings and boxed numbers in sets, as keys and in searches
// of lists. It never runs equals, hashCode or toString of the program's classes. Where that leaves open which element a GET got, the
// element is 0. Elements that came or left unseen are noticed when the size of a collection of java.util differs, or when the GC
// finds that they are gone; what left so has site 0.
//
// # Limits
//
// Beyond a number of elements or collections, one of N collections is followed, chosen by identity hash, and the scale is written.
// A collection that is not followed, or no longer, gets an [Unfollowed] record: of its elements nothing is known then. One that has
// more than half of all elements alone is no longer followed either.
package usage
