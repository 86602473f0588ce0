// Package phd reads portable heap dumps (PHD) of OpenJ9 and IBM's earlier Java VMs, with the javacores that the VM wrote at the same moment.
// Each file is a GC point whose heap state is loaded on demand. Packages trace/wire/phd and trace/wire/javacore read the records.
//
// A PHD contains types, sizes and references. It contains neither field names nor values nor GC roots. So this package adds roots: the
// classes of the boot loader, because the VM never unloads them, the threads and locks of the javacore, and enough other objects to make the
// whole heap reachable.
//
// Loading reads the file twice. census numbers the objects and finds the classes. load fills the [trace.Heap]. types and sizes determine the
// types and the layout of arrays. roots and threads add GC roots and threads.
package phd
