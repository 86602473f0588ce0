// Package offheap adds up the memory outside the heap that objects of a heap state own: direct buffers, mapped files, compressors
// of java.util.zip, memory segments, and buffers of some libraries. Views of memory that another object owns do not count, and
// memory that was freed by hand does not either.
package offheap
