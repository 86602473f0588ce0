// Package perfetto reads the packets of a trace of Perfetto and decodes Java heap graphs and native heap profiles, without interpreting them.
//
// A trace is a message whose field 1 is repeated: a packet. The fields of a packet that are read:
//
//	2   process tree: 1 process (1 pid, 3 command line)
//	6   clock snapshot: 1 clock (1 id, 2 time in ns); clock 1 is the time since 1970, clock 6 the time since the start of the device
//	8   time in ns, of clock 6 unless field 58 names another
//	10  sequence of packets
//	12  tables of native heap profiles, for this and later packets of the sequence
//	37  part of a native heap profile (heapprofd)
//	50  packets compressed with zlib
//	56  part of a heap graph
//
// The fields of a heap graph are 1 pid, 2 objects, 3 types (Android 10 and 11), 4 names of fields, 5 whether it is continued in the next packet
// of the sequence, 6 the index of the packet, 7 roots, and 9 types (since Android 12). Decoders of the single messages list their fields.
package perfetto
