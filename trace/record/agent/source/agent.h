// Shared declarations of the agent. Its code runs on four kinds of threads:
// - threads of the program: callbacks of allocations, and of the start and end of threads;
// - threads of the VM: callbacks of GCs, freed objects and heap walks. The program is stopped, and they only fill buffers;
// - the walker, a thread of the agent that is attached to the VM. It decides when to take a GC point;
// - two threads that write to the socket and read from it. They make no call into the VM.
#ifndef MEMCITY_AGENT_H
#define MEMCITY_AGENT_H

#include <jvmti.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "platform.h"
#include "wire.h"

enum { VM_INTERVAL = 512 << 10 }; // mean distance in bytes between two samples, until the agent sets another one
enum mode { MODE_SAMPLED, MODE_EXACT, MODE_COUNTS };

struct options {
	char socket[512];
	char token[80];
	enum mode mode;
	int depth;          // largest number of frames in a call chain
	int reach;          // largest number of frames sent for a sample; the collector keeps those up to the innermost own frame
	int interval;       // mean distance between two samples, in bytes
	int64_t every;      // least time between two points, in µs
	double budget;      // largest share of the run time that the program may be stopped, 0 to 1
	int64_t pause;      // longest stop, in µs
	uint64_t memory;    // largest amount of memory of the agent, in bytes
	uint64_t max;       // largest number of objects in a walk
	bool final;         // takes a point at the end
	bool late;          // attached to a running program
	bool tag_all;       // mode exact: gives each object a slot when it is allocated
	bool internals;     // allows reading internal structures of the VM
	bool fast;          // mode exact: finds sites without asking the VM each time
	uint32_t check;     // mode exact: compares one of this many sites with the VM's answer; 0 for none
	bool checked;       // mode exact: reports the number of comparisons at the end
	bool collect;       // runs a GC before a point that is requested by the VM's data dump
	char uses[512];     // path of the jar that records collections; empty for none
};

// MAX_DEPTH is the largest number of frames in a call chain.
#define MAX_DEPTH 64

// MAX_REACH is the largest number of frames in a sample.
#define MAX_REACH 128

extern struct options options;
extern JavaVM *vm;
extern jvmtiEnv *jvmti;
extern jvmtiEnv *counting; // has tags on classes only: their number +1
extern _Atomic bool recording;      // false once the recording has ended or the stream is broken
extern _Atomic bool tagging;        // objects may get tags; false from the last look on
extern _Atomic uint32_t gcs_ended;
extern _Atomic uint32_t majors_ended; // GCs of the whole heap that have ended
extern _Atomic uint32_t generation; // number of walks begun, from 1
extern int64_t start_us;            // start of the recording, by clock_us

static inline uint64_t now_us(void) { return (uint64_t)(clock_us() - start_us); }

bool options_parse(const char *text, char *error, size_t size);

// --- out.c: messages to the collector

// A stream fills messages of one kind. It belongs to one thread at a time, or is protected by a lock of its owner.
struct message;
struct stream {
	uint8_t kind;
	uint64_t head[2]; // written at the start of every message
	int heads;
	struct message *at;
};

bool out_open(const char *name, char *error, size_t size); // connects and starts the threads
void out_bye(void);                                        // sends the end of the recording
bool out_end(void);                                        // writes all queued messages, for a few seconds at most, and closes; returns whether all were written
void out_broken(void);                                     // ends the recording; the walker disables the events
bool out_full(void);                                       // returns whether samples must be dropped and walks must wait
// out_ready waits while too much is queued and left returns more than 0 µs. It returns whether there is room.
bool out_ready(int64_t (*left)(void));

// stream_room makes room for n bytes, at most 1 << 16. It returns false without memory, or if the stream is closed.
bool stream_room(struct stream *s, size_t n);
// stream_more does the same in the middle of a record, which stays in one message.
bool stream_more(struct stream *s, size_t n);
void stream_flush(struct stream *s);
void put_byte(struct stream *s, uint8_t b);
void put(struct stream *s, uint64_t v);
void put_signed(struct stream *s, int64_t v);
void put_text(struct stream *s, const char *text); // truncated to 4096 bytes
signed char *put_bytes(struct stream *s, size_t n); // returns the address to write the bytes to
void report(const char *format, ...);

// MAX_VARINT is the length of the longest varint in bytes.
#define MAX_VARINT 10

// --- slots.c: numbers of objects

// The low half of a tag is the slot. The high half is the class number +1 for class objects.
#define TAG_SLOT(tag) ((uint32_t)(tag))
#define TAG_CLASS(tag) ((uint32_t)((uint64_t)(tag) >> 32))

// STARTED is the high half for virtual threads that have been started.
#define STARTED 0x7fffffff

// LIMBO is the tag of objects that a look at the whole heap found and that have no slot yet. CARRIER is the slot of the array that hands
// objects to a walk.
#define LIMBO 1
#define CARRIER 2
#define FIRST_SLOT 3

struct slot {
	uint32_t seen;   // number of the last walk that reached it
	uint32_t pair;   // pair +1; 0 if the site is unknown
	uint32_t birth;  // GCs that had ended at the allocation, +1
	uint32_t thread; // number of the thread's name, +1
	uint32_t bytes;  // size; only with a pair
	uint32_t next;   // next slot in a list of dead or free slots
};

#define SLOT_CHUNK 16
extern struct slot *slot_chunks[1 << (32 - SLOT_CHUNK)];
static inline struct slot *slot_at(uint32_t s) {
	return &slot_chunks[s >> SLOT_CHUNK][s & ((1u << SLOT_CHUNK) - 1)];
}

// A slots is a batch of free slots owned by a thread.
struct slots {
	uint32_t free[256];
	int count;
	bool always; // ignores the limit of the agent's memory
};
uint32_t slot_take(struct slots *b); // 0 without memory, or above the limit
uint64_t slots_most(void);           // largest number of slots within the limit
bool slots_refused(void);            // returns whether a slot was refused since the last call
void slots_return(struct slots *b);
void slots_reserve(uint32_t count);  // allocates memory for this many more slots
uint32_t slots_end(void);            // exclusive upper bound of all slots
uint32_t slots_used(void);           // number of slots in use, including the batches of threads
void slot_freed(jlong tag);          // the VM found the object dead
bool slots_any_freed(void);
void slots_drain(uint32_t gc);       // sends deaths and frees their slots; gc is the GC of deaths whose GC is unknown
void slots_reset(void);

// --- classes.c: classes and their numbers

struct pair;
struct klass {
	uint32_t number;
	uint32_t family;       // see kind_family
	_Atomic(jweak) weak;   // NULL before klass_refer, and once unloaded
	jweak old_weak;        // to be deleted
	_Atomic bool gone;     // unloaded
	uint32_t gone_at;      // GCs that had ended when it was unloaded
	struct klass *next;    // next unloaded class
	bool named;            // its name was sent
	bool complete;         // its fields were read and sent
	bool met;              // an update of all classes found it
	bool is_class, is_array;
	bool is_leaf;          // its objects hold no reference except to the class
	bool is_filling;       // arrays of this class fill holes of the heap
	bool is_note;          // its objects are the agent's notes about collections
	uint32_t own_fields;   // number of declared fields
	uint32_t chain_fields; // number of fields of its superclasses
	uint32_t interface_fields; // number of fields of all its interfaces
	int32_t super;         // number of the superclass; -1 for none
	uint32_t *interfaces;  // numbers of the direct interfaces
	uint32_t interface_count;
	uint32_t visit;        // mark used while counting interfaces
	int32_t state_field;   // index of the field with the state of a virtual thread; -1 for other classes
	int32_t weak_field;    // index of the weak referent; -1 for none
	_Atomic(struct pair *) pairs; // mode exact: chains that allocate it
	uint32_t excluded_at;  // walk for which excluded was computed
	uint32_t excluded;     // pair +1 of the only chain that allocates objects without a tag; 0 for several
	uint64_t objects, bytes; // of the count under way
	uint64_t tagged;         // objects that got a tag in a walk, including dead ones
};

struct klass *klass_at(uint32_t number); // NULL if there is none
uint32_t klass_count(void);
// klass_number returns the number of a class. A new class gets a number, and its name is sent. It may be called on any Java thread.
int64_t klass_number(JNIEnv *env, jclass c);
void klass_refer(JNIEnv *env, struct klass *k, jclass c); // sets k->weak
// klasses_update describes new loaded classes and calls visit for each loaded class. whole means that fields and constants are sent too, as
// walks require. visit may be NULL.
void klasses_update(JNIEnv *env, bool whole, void (*visit)(JNIEnv *, jclass, uint32_t slot, void *), void *data);
uint32_t slot_of_object(jobject o); // returns the slot of an object and gives it one if needed; 0 for null
// local_references ensures capacity for this many local references, which a JVMTI function has created already, and some more. HotSpot
// allows 65,536. In a callback, the caller's references count too.
void local_references(JNIEnv *env, uint32_t count);
bool failed(JNIEnv *env); // clears a pending exception and returns whether there was one; the program must not see it
extern jfieldID class_fields[64]; // reference fields of java.lang.Class, except the loader
extern int class_field_keys[64];
extern int class_field_count;
extern struct klass *virtual_threads; // class java.lang.VirtualThread; NULL if there is none
void klass_freed(uint32_t number);  // the VM found a class object dead; called on any thread of the VM
// klasses_retire frees the data of unloaded classes. It runs on the walker after a GC, when all counts have been sent.
void klasses_retire(JNIEnv *env);
uint32_t klasses_unloaded(void);    // number of unloaded classes found so far
void klasses_reset(JNIEnv *env);

// --- chains.c: methods, call chains, thread names

struct frame {
	jmethodID method;
	int32_t bci; // bytecode index; -1 in native methods
};
// chain_number returns the number of a call chain; -1 if it has none. It may be called on any Java thread.
int64_t chain_number(const struct frame *frames, int count);
int64_t chain_of_stack(jthread thread, int depth, int reach); // uses GetStackTrace; takes up to reach frames while there are few chains
int64_t method_number(jmethodID m);
int64_t method_sent(jmethodID m);  // waits until another thread has described the method
int64_t method_known(jmethodID m); // does not ask the VM; -1 if the method has no number
// thread_number returns the number of the thread's current name; -1 if it has none.
int64_t thread_number(JNIEnv *env, jthread thread);
void chain_hash(const struct frame *frames, int count, uint64_t hash[2]);
// chain_family returns a hash of frames that is the same for the methods of all classes of a family. All methods must have a number.
uint64_t chain_family(const struct frame *frames, int count);
void chains_flush(void); // sends the chains described so far
void chains_reset(void);

// --- alloc.c, exact.c, counts.c: allocations

struct thread_state;
void alloc_callback(jvmtiEnv *j, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size);
void alloc_thread_ended(void);
void alloc_own_thread(void);  // marks the calling thread as the agent's
void alloc_wake(JNIEnv *env); // makes the calling thread report every allocation
void alloc_send(void);        // sends what was counted since the last call
void samples_flush(void);
bool alloc_any(void);          // returns whether the program allocated since the last call; true if allocations are not seen
bool alloc_settle(void);      // waits until no callback is running; false if one is stuck, as in a debugger
bool alloc_passed(void);      // waits briefly until the running callbacks have ended; false if one is still running
void alloc_reset(void);
struct thread_state *thread_state(void);

void exact_start(void);
void exact_allocation(struct thread_state *t, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size);
void exact_send(void);
void exact_send_thread(struct thread_state *t);
void exact_freed(uint32_t pair);
void exact_drop(struct klass *k);        // frees the data of an unloaded class; on the walker
uint32_t exact_exclude(struct klass *k); // returns the pair +1 of an object without a tag; 0 if unknown
void exact_pair(uint32_t pair, uint32_t *chain, uint32_t *klass);
void exact_reset(void);

struct thread_state {
	struct thread_state *next;
	struct thread_state *next_free;
	_Atomic bool busy;   // in a callback
	_Atomic uint32_t calls; // number of callbacks that have ended
	bool own;            // a thread of the agent, or working for it
	bool watched;        // an allocation was seen
	uint32_t number;     // number of its name, +1
	uint32_t named_at;   // GCs that had ended when its name was read
	uint32_t generation; // generation at its last allocation
	struct slots slots;
	struct site **sites;
	struct site *rest; // stands for all sites above the limit
	uint32_t site_size, site_count;
	struct paths *paths;
	struct counts *counts;
};
extern _Atomic(struct thread_state *) thread_states;

// --- kinds.c: which allocations are tagged in mode exact

struct kind;
// kind_family returns a number that all classes created from the same code have, given the signature of one. It ignores the address of a
// hidden class and digits at the end, as of proxies. Other classes may share it.
uint32_t kind_family(const char *signature);
// kind_of returns the kind of a family of classes and a hash of innermost frames; NULL without memory. The caller holds the lock of pairs,
// as for kind_join and kind_leave.
struct kind *kind_of(uint64_t inner, uint32_t family);
void kind_join(struct kind *k);  // one more pair refers to the kind
void kind_leave(struct kind *k); // a pair of it is freed, because its class was unloaded; on the walker
bool kind_tags(struct kind *k, uint32_t *turn); // returns whether to tag the next object; turn is a counter of the caller
void kind_freed(struct kind *k);                // a tagged object died; on the walker
void kind_doubt(struct kind *k);                // tags of this kind are missing
bool kind_died(struct kind *k, uint32_t since); // returns whether a verdict of GC since or earlier says that nearly all objects die
void kinds_judge(void);                         // judges kinds after a GC
void kinds_reset(void);

// --- sites.c, paths.c: allocation sites in mode exact

// SITE_COUNTS is the number of counts cached in a site. Nearly all sites allocate fewer classes.
#define SITE_COUNTS 4
struct site {
	uint64_t hash[2];    // of its frames
	uint64_t inner;      // hash of its innermost frames
	uint32_t chain;      // chain +1
	uint32_t turn;       // next entry of last to replace
	struct count *last[SITE_COUNTS]; // counts used last
};
// site_of returns the site of a call chain; NULL without memory. Above a limit, all further chains share one site.
struct site *site_of(struct thread_state *t, const struct frame *frames, int count);
void sites_free(struct thread_state *t);
// paths_site returns the site where the calling thread allocates, with up to depth frames.
struct site *paths_site(struct thread_state *t, JNIEnv *env, jthread thread, int depth);
void paths_start(JNIEnv *env);
void paths_send(void); // reports the number of comparisons
void paths_free(struct paths *p);

// --- perf.c, gc.c: garbage collections

struct counters {
	uint64_t invocations[4];
	uint64_t used, capacity, eden_used, eden_capacity;
};
bool perf_open(void);
bool perf_known(void);
bool perf_concurrent(void); // the collector's cycles are concurrent
bool perf_is_z(void);
bool perf_reports_moves(void); // objects move only between the events of a GC's start and end
const uint32_t *perf_unloads(void); // the VM's counter of unloaded classes, which changes before their memory is freed; NULL if unknown
bool perf_in_cycle(void);
void perf_read(struct counters *c);
bool perf_eden_sampled(void);       // the counter of eden's use may be stale
bool perf_eden(uint64_t *used);     // reads eden's current use while the program is stopped; false if unknown
const char *perf_eden_refused(void); // reason why perf_eden fails although the counter may be stale; else NULL
void perf_cause(char *text, size_t size);
void perf_kind(int collector, char *text, size_t size);
bool perf_counts(int collector); // its invocations are garbage collections
void perf_close(void);

void gc_started(void);
void gc_finished(void);
bool gc_poll(JNIEnv *env, bool *major); // sends ended GCs and returns whether there was one; on the walker
bool gc_cycle_open(void);
uint64_t gc_after(void);                  // bytes in use after the last GC; 0 before
int64_t gc_last_major(uint64_t *before);  // pause of the last GC of the whole heap, in µs, and the bytes in use before it; 0 for none
// gc_moves changes after each GC that may have moved objects. It is MOVING while that is unknown.
#define MOVING 1
static inline uint32_t gc_moves(void) {
	extern _Atomic uint32_t gc_move_count;
	uint32_t n = gc_move_count;
	return (n & 1) != 0 ? MOVING : n;
}
void gc_reset(void);

// --- uses.c: calls of collections

bool uses_load(void);            // false if the VM does not accept the jar
void uses_start(JNIEnv *env);
void uses_point(JNIEnv *env); // a point was taken
void uses_end(JNIEnv *env);      // sends the remaining records
void uses_reset(JNIEnv *env);

// --- walk.c, count.c, missed.c, keep.c, stacks.c, point.c: looks at the heap

struct walk;
// A looked is the result of a look at the heap.
struct looked {
	uint64_t objects;
	int64_t stood; // time that the program was stopped, in µs
	bool whole;    // false if the look was canceled
};
// walk_heap sends all reachable objects. If all is set, it also searches for objects that only the VM refers to. They are sent after the
// next GC of the whole heap, or by this walk if collect allows such a GC.
struct looked walk_heap(JNIEnv *env, bool all, bool collect);
uint32_t walk_number(void); // number of the next walk
struct looked walk_counts(JNIEnv *env);
// walk_counts_last counts and removes all tags except those of classes. From then on no object may get a tag.
struct looked walk_counts_last(JNIEnv *env);
bool walk_tag_all(JNIEnv *env); // gives each object in the heap a slot
// walk_untag removes all tags, in parts no longer than the longest stop. With classes, it removes only those of classes, without a stop.
void walk_untag(JNIEnv *env, bool classes);
uint64_t walk_reached(void);    // number of objects in the last walk
void walk_reset(void);

struct carrier {
	jobjectArray array;
	uint32_t count;
	uint32_t *from; // slot of the class object with the field; 0 for objects that only the VM refers to
	int32_t *key;
};
extern jobject java_runtime; // the java.lang.Runtime of the VM; NULL if not found
void keep_start(JNIEnv *env); // looks up classes, which may run code of the program
uint64_t keep_used(JNIEnv *env); // bytes in use, including garbage; 0 if unknown
bool keep_carrier(JNIEnv *env, struct carrier *c);
// keep_missed notes the objects with the given tags. keep_carry_missed puts those into a carrier that survived a GC since then; from is
// the result of keep_missed.
uint32_t keep_missed(JNIEnv *env, const jlong *tags, jint count);
bool keep_carry_missed(JNIEnv *env, uint32_t from, struct carrier *c);
void keep_free(JNIEnv *env, struct carrier *c);
void keep_reset(JNIEnv *env);
// stacks_prepare prepares the stacks of all threads for looks at the heap. The program loses about most µs. It returns how long the VM may
// still need at the start of a look, in µs; -1 if most did not suffice.
int64_t stacks_prepare(JNIEnv *env, int64_t most, int64_t *lost);
// stacks_send sends the threads of a walk with their frames and returns the number of all frames. The program is stopped for part of the
// time.
uint64_t stacks_send(JNIEnv *env, int64_t *us);

extern bool at_end; // the program ends, and the current walk is the last one
// Flags of requests for points, as in the message Point: run a GC first; ignore the budget but not the longest stop; send a reply.
enum { POINT_COLLECT = 1, POINT_UNBUDGETED = 2, POINT_ANSWER = 4 };
// point_request requests a point now.
void point_request(unsigned flags);
void point_bye(void);        // sends the sum of all stops and the end of the recording
int64_t point_longest(void); // longest stop for a look that begins now, in µs
void point_gc(void);
void point_stop(bool with_point); // ends the recording; takes a point if there is none yet and the budget allows it
void point_reset(void);      // call it before point_start; points requested from here on are made
bool point_start(void);
void point_final(bool dying); // the program ends: waits for the last point and, unless the VM is dying, for the end of the recording
bool agent_samples(void);    // allocations are seen
bool agent_quiet(void);      // disables all events except freed objects; false if a callback is running
// agent_end disables all events, ends the recording and frees memory; false if memory is still in use. untagged means that only classes
// have tags.
bool agent_end(JNIEnv *env, bool untagged);
void agent_over(void);       // the agent may be loaded again

// --- vm.c

int vm_java(void); // feature version of Java, such as 17

// --- shutdown.c: the end of the program

void shutdown_watch(JNIEnv *env);                      // call it after keep_start
bool shutdown_begins(JNIEnv *env, jthread thread);     // returns whether the start of this thread is the start of the program's shutdown
void shutdown_forget(JNIEnv *env);                     // call it before keep_reset

#endif
