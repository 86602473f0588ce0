// Package offheap adds up the native memory that objects of a heap state own: direct buffers, mapped files, compressors of java.util.zip,
// memory segments, buffers of some libraries, and bitmaps of Android. It omits views of memory that another object owns, and memory that was
// freed explicitly.
package offheap
