// Package realistic writes heap dumps of any size from a seed, which resemble dumps of real programs. The program has parsed sources,
// tables, a search index and sessions. It uses typical JDK classes and several hundred to 1,500 application classes. Six in ten application
// classes have one to four objects.
//
//	stats, err := realistic.Write(file, realistic.Options{Objects: 18_000_000})
//
// Dumps are streamed. Memory use is one cluster of some thousand objects, plus 8 bytes for each cluster and each index term. The same
// options give the same bytes.
//
// The model is a dump of a program that parsed sources, loaded tables and indexed them. It has 17.8 million objects with 27.6 million
// references in 760 MB. About half of the objects are in trees without references from outside, and some of these refer to their parents. A
// list is a thousand or more nodes long. About three in a hundred objects are unreachable.
package realistic
