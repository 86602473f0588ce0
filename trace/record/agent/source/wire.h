// The protocol between agent and collector. This table is its specification. A test compares the collector's copy with it.
//
// A message consists of its kind (1 byte), the length of its content (4 bytes, little-endian), and the content. The content consists of
// unsigned LEB128 varints. Signed numbers are zigzag encoded, and a text is its length followed by its bytes. "+1" means that 0 stands for
// none. Lists extend to the end of their message, without a count. Times are in µs since the recording started.
//
// A slot is the number that the agent assigned to an object. It is reused after a message Deaths. Numbers of classes, methods, chains, pairs
// and threads are 0-based and never reused.
#ifndef MEMCITY_WIRE_H
#define MEMCITY_WIRE_H

#define WIRE_VERSION 3

enum wire_kind {
	// agent to collector
	W_HELLO = 1,     // version, token text, pid, start (ms since 1970), VM text, Java text, program text, mode, interval, depth, late; alignment, reference, array header, header of arrays of 8 byte elements, header of arrays of references
	W_CLASSES = 2,   // list: number, signature text, slot, super +1, slot of the loader or 0, fields of all interfaces, linked (its fields are known), constants (count, then their indices), fields (count, then: name text, flags 1 static 2 reference)
	W_METHODS = 3,   // list: number, signature of the class text, name text, file text, native, lines (count, then: bytecode index, line)
	W_CHAINS = 4,    // list: number, frames (count, then: method, bytecode index +1), innermost first
	W_THREADS = 5,   // list: number, name text
	W_GC = 6,        // number, start, end, pause, before, after, capacity, concurrent, cause text, kind text
	W_WALK = 7,      // number, GCs that had ended, time, level (0 objects, 1 counts), 1 if the program is at its end
	W_OBJECTS = 8,   // list: slot signed difference, class +1, extent (length of an array, bytes of a class object, else bytes), birth +1, chain +1, thread +1; objects that were in no walk before
	W_REFERENCES = 9, // list: 0 and slot of the next that refers, or 1 + (signed difference of the key to the last key + 1) and signed difference of the slot that is referred to
	W_ROOTS = 10,    // list: kind of JVMTI, slot, slot of the thread or 0, depth +1, place in LocalMethods +1, bytecode index +1
	W_STACKS = 11,   // list: slot of the thread, name text, frames (count, then: method, bytecode index +1), innermost first
	W_SEEN = 12,     // list: slots to pass over, slots that the walk saw
	W_RETYPED = 13,  // list: slot, class +1; of objects whose class was not known in Objects
	W_WALK_END = 14, // number, pause, objects, complete
	W_COUNTS = 15,   // list: class, objects, bytes
	W_SAMPLES = 16,  // list: slot, class, bytes, chain +1, thread +1, GCs that had ended
	W_ALLOCATIONS = 17, // GCs that had ended at its start, at its end, list: class, chain +1, thread +1, objects, bytes
	W_DEATHS = 18,   // number of the GC, list: slots
	W_LOST = 19,     // number of the GC, list: class, bytes, chain +1, thread +1, birth +1; deaths of objects that were in no walk
	W_REPORTED = 20,     // time, text
	W_BYE = 21,      // nothing: the program ended
	W_LOCAL_METHODS = 22, // list: place +1, method +1; before the end of the walk that names the places in its roots
	W_USES = 23,     // records of memcity.usage, which has a description of its own
	W_USE_SLOTS = 24, // list: number of a collection in them, slot
	W_ANSWERED = 25, // requests for points with flag 4 that were dealt with, 1 if a point was made; after that point
	W_PAUSED = 26,   // time, µs that the program stood still for the recording so far
	// collector to agent
	W_POINT = 64,    // 1 byte of flags: 1 to collect first, 2 for whatever the budget, 4 to reply with Answered; a point now
	W_STOP = 65,     // 1 byte: not 0 for a point if there is none yet; end the recording
};

// Keys of references: the index of a field as in JVMTI's jvmtiHeapReferenceInfoField, or the index of an element. For references from class
// objects, it is (index << 4 | kind), with the kind of JVMTI.

#endif
