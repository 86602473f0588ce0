// Package hprof reads and writes the records of HPROF heap dumps: JAVA PROFILE 1.0.1, 1.0.2 and 1.0.3, as written by HotSpot (JDK 6 to 25),
// native images and Android. It does not interpret the records.
//
// All numbers are big-endian. An id has 4 or 8 bytes, as given in the header.
//
//	header   "JAVA PROFILE 1.0.2", NUL · u4 id size · u8 time in ms since 1970
//	record   u1 tag · u4 µs since the header's time · u4 length of the body in bytes · body
//
//	0x01 text           id · UTF-8 to the end         0x0C heap dump      sub-records
//	0x02 load class     u4 serial · id · u4 · id name 0x1C heap segment   sub-records
//	0x04 frame          see the table in spec.go      0x2C heap end       nothing
//	0x05 trace          u4 · u4 · u4 n · n ids        others              see spec.go
//
// Sub-records have no length field. They are stored consecutively in a heap dump or segment:
//
//	0x20 class            id · u4 stack · 7 ids (super, loader, signers, domain, 2 reserved) · u4 instance size
//	                      · u2 n, n × (u2 index · u1 type · value)       constants
//	                      · u2 n, n × (id name · u1 type · value)        static fields
//	                      · u2 n, n × (id name · u1 type)                instance fields, without inherited ones
//	0x21 instance         id · u4 stack · id class · u4 n · n bytes      values: own fields, then inherited ones
//	0x22 object array     id · u4 stack · u4 n · id class · n ids
//	0x23 primitive array  id · u4 stack · u4 n · u1 type · n values
//	others                GC roots and Android's additions; see spec.go
//
// A type is 2 object (an id), 4 boolean, 5 char, 6 float, 7 double, 8 byte, 9 short, 10 int, 11 long.
//
// Native images describe a class twice: as an instance of java.lang.Class, and as a class whose ID is one more than that of the instance. See
// [Reader.ClassTag].
//
// Limits and deviations. HotSpot since JDK 9 ends a segment at about 1 MB. Older versions write a single heap dump, whose u4 length wraps
// above 4 GB: if a sub-record crosses the stated end of a heap dump, the dump has 4 GB more. A length of zero followed by sub-records, left
// by a killed writer, means "to the end of the file". Records outside heap dumps are at most 64 MB long. A truncated file is read up to its
// end. Files may be compressed with gzip; see gzip.go for the members that HotSpot writes.
package hprof
