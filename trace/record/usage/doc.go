// Package usage contains the Java agent that records operations on collections: which elements are added, read and removed, when and where.
// The folder java contains its source and a copy of ASM; a JDK compiles them into a jar.
//
// # Rewriting
//
// In the chosen classes, every call to a method of a collection or map is followed by a call to a probe. The probe receives the collection,
// the arguments, the result and a number for the source position. The original call is unchanged, so stack traces, exceptions and methods
// that inspect their caller behave as before. Classes of the JDK are not rewritten, so what HashSet does with its HashMap is not recorded.
// A method reference such as list::add becomes a method memcity$N of the class, which is visible in stack traces. Classes, methods and
// method references that cannot be rewritten stay unchanged and are counted.
//
// # Identity
//
// Collections are numbered from 1. An element keeps its number from its ADD to its REMOVE; numbers are unique in the stream. Duplicates in
// a collection share a number, with several ADDs and REMOVEs. The element of a map is its entry, identified by its key, or else by its
// value. The agent compares by identity. It compares by value only for strings and boxed numbers, whose equals is known: in sets, as keys
// and in searches of lists. It never runs equals, hashCode or toString of the program's classes. If the element of a GET is ambiguous, it
// is 0. Elements added or removed unnoticed are detected when the size of a java.util collection differs, or when the GC finds them dead.
// Their REMOVEs have site 0.
//
// # Limits
//
// Above a number of elements or collections, only one in N collections is followed, selected by identity hash, and the scale is written. An
// unfollowed collection gets an [Unfollowed] record; its elements are unknown. A collection with more than half of all elements is also no
// longer followed.
package usage
