// Package perfetto reads Java heap graphs in traces of Perfetto, as its data source android.java_hprof writes them on Android: objects, classes,
// fields, references and GC roots, without contents. Each heap graph of a process is a point.
package perfetto
