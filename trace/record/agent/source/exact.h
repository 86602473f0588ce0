// What mode exact counts: pairs of a chain of calls and a class, and each thread's share of them.
#ifndef MEMCITY_EXACT_H
#define MEMCITY_EXACT_H

#include "agent.h"

struct pair {
	uint32_t number, chain, klass; // chain is +1
	_Atomic uint32_t untagged;     // generation in which the last one went without
	struct kind *kind;             // NULL if the pair is free
	bool alone;                    // of its kind
	uint32_t born;                 // GCs that had ended when it allocated first
	struct pair *next;             // of the class, or of the free ones
};

struct count {
	struct count *next;         // of the thread
	struct count *next_changed; // of those to be sent
	_Atomic bool changed;       // it is in that list
	struct site *site;
	struct pair *pair;
	struct klass *klass;
	uintptr_t place; // of the class, as long as moves is the VM's
	uint32_t moves;
	uint64_t objects, bytes;
	uint64_t sent_objects, sent_bytes;
	uint32_t turn;
	uint32_t skipped, skipped_at; // objects without a tag since so many GCs had ended
};

// --- exact.c

// pair_of returns the pair of a site and a class; NULL if there is no memory.
struct pair *pair_of(const struct site *s, struct klass *k);

// --- counts.c

// count_of returns what a site counts for a class; NULL if there is no memory.
struct count *count_of(struct thread_state *t, JNIEnv *env, jclass c, struct site *s);
void count_add(struct thread_state *t, struct count *c, uint64_t bytes); // one more object
// counts_sweep frees the counts of unloaded classes, once there are enough of these. It runs on the thread itself.
void counts_sweep(struct thread_state *t);
void counts_start(void);
void counts_reset(struct thread_state *t);

#endif
