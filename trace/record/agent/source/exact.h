// The counts of mode exact: pairs of call chain and class, and the share of each thread.
#ifndef MEMCITY_EXACT_H
#define MEMCITY_EXACT_H

#include "agent.h"

struct pair {
	uint32_t number, chain, klass; // chain is +1
	_Atomic uint32_t untagged;     // generation in which the last object without a tag was allocated
	struct kind *kind;             // NULL for a free pair
	bool alone;                    // the only pair of its kind
	uint32_t born;                 // GCs that had ended at its first allocation
	struct pair *next;             // next pair of the class, or next free pair
};

struct count {
	struct count *next;         // next count of the thread
	struct count *next_changed; // next count to be sent
	_Atomic bool changed;       // the count is in the list of counts to be sent
	struct site *site;
	struct pair *pair;
	struct klass *klass;
	uintptr_t place; // address of the class, valid while moves equals gc_moves
	uint32_t moves;
	uint64_t objects, bytes;
	uint64_t sent_objects, sent_bytes;
	uint32_t turn;
	uint32_t skipped, skipped_at; // objects without a tag since GC skipped_at
};

// --- exact.c

// pair_of returns the pair of a site and a class; NULL without memory.
struct pair *pair_of(const struct site *s, struct klass *k);

// --- counts.c

// count_of returns the count of a site and a class; NULL without memory.
struct count *count_of(struct thread_state *t, JNIEnv *env, jclass c, struct site *s);
void count_add(struct thread_state *t, struct count *c, uint64_t bytes); // counts an object
// counts_sweep frees the counts of unloaded classes once there are many. It runs on the thread of t.
void counts_sweep(struct thread_state *t);
void counts_start(void);
void counts_reset(struct thread_state *t);

#endif
