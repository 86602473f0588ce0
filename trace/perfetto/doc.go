// Package perfetto reads traces of Perfetto from Android: Java heap graphs of its data source android.java_hprof, with objects, classes, fields,
// references and GC roots, but no contents, and native heap profiles of heapprofd, with bytes by call stack. Each is a point.
package perfetto
