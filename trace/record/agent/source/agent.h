// Shared declarations of the agent. Threads: those of the program (callbacks of allocations and class loading), the VM's own
// (callbacks of GCs, freed objects and walks, while the world stands still: they only fill buffers), the agent's walker
// (attached to the VM; decides about points), and two plain ones that write to and read from the socket.
#ifndef MEMCITY_AGENT_H
#define MEMCITY_AGENT_H

#include <jvmti.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "platform.h"
#include "wire.h"

enum { VM_INTERVAL = 512 << 10 }; // bytes between samples, on average, until the agent says otherwise
enum mode { MODE_SAMPLED, MODE_EXACT, MODE_COUNTS };

struct options {
	char socket[512];
	char token[80];
	enum mode mode;
	int depth;          // frames per chain
	int reach;          // frames of a sample that are sent; the collector keeps those up to the program's innermost
	int interval;       // bytes between samples
	int64_t every;      // smallest distance of walks in µs
	double budget;      // share of run time for walks
	int64_t pause;      // longest look at the heap in µs
	uint64_t memory;    // bytes that the agent may take
	uint64_t max;       // largest number of objects that is walked
	bool final;         // a point at the end
	bool late;          // attached to a running program
	bool tag_all;       // exact: every object gets an identity when it is allocated
	bool internals;     // the VM's internal structures may be read
	bool fast;          // exact: sites are found without asking the VM each time
	uint32_t check;     // exact: one of so many that were found so is compared with what the VM says; 0 none
	bool checked;       // exact: reports at the end how many were
	bool collect;       // a GC before points on request by the VM's data dump
	char uses[512];     // path of the jar that records collections; empty for none
};

// MAX_DEPTH is the most frames of a chain.
#define MAX_DEPTH 64

// MAX_REACH is the most frames of a sample.
#define MAX_REACH 128

extern struct options options;
extern JavaVM *vm;
extern jvmtiEnv *jvmti;
extern jvmtiEnv *counting; // has tags of classes alone, which are their numbers +1
extern _Atomic bool recording;      // false once the stream broke or was ended
extern _Atomic bool tagging;        // objects may get tags; false from the last look on
extern _Atomic uint32_t gcs_ended;
extern _Atomic uint32_t majors_ended; // those of the whole heap
extern _Atomic uint32_t generation; // number of walks begun, from 1
extern int64_t start_us;            // of the recording, by clock_us

static inline uint64_t now_us(void) { return (uint64_t)(clock_us() - start_us); }

bool options_parse(const char *text, char *error, size_t size);

// --- out.c: messages to the collector

// A stream fills messages of one kind. It belongs to one thread at a time, or to whoever has its lock.
struct message;
struct stream {
	uint8_t kind;
	uint64_t head[2]; // written at the start of every message
	int heads;
	struct message *at;
};

bool out_open(const char *name, char *error, size_t size); // connects and starts the threads
void out_bye(void);                                        // says that the recording ends here
bool out_end(void);                                        // writes what is there, at most for seconds, and closes; true if it did
void out_broken(void);                                     // ends the recording; the walker turns the events off
bool out_full(void);                                       // samples must be dropped, walks must wait
// out_ready waits while too much waits to be sent, as long as there are µs left; false if there still is.
bool out_ready(int64_t (*left)(void));

// stream_room makes sure that n bytes fit, n at most 1 << 16; false if there is no memory or no stream any more.
bool stream_room(struct stream *s, size_t n);
// stream_more does so in the middle of a record, which stays in one message.
bool stream_more(struct stream *s, size_t n);
void stream_flush(struct stream *s);
void put_byte(struct stream *s, uint8_t b);
void put(struct stream *s, uint64_t v);
void put_signed(struct stream *s, int64_t v);
void put_text(struct stream *s, const char *text); // cut at 4096 bytes
signed char *put_bytes(struct stream *s, size_t n); // where they are to be written
void report(const char *format, ...);

// MAX_VARINT is the longest varint in bytes.
#define MAX_VARINT 10

// --- slots.c: numbers of objects

// A tag is the slot in the low half and for class objects the class's number +1 in the high half.
#define TAG_SLOT(tag) ((uint32_t)(tag))
#define TAG_CLASS(tag) ((uint32_t)((uint64_t)(tag) >> 32))

// STARTED is in the high half for virtual threads that have been started.
#define STARTED 0x7fffffff

// LIMBO is the tag of objects that were found by looking at the whole heap, before they get a slot. CARRIER is the slot of
// the array that hands objects to a walk.
#define LIMBO 1
#define CARRIER 2
#define FIRST_SLOT 3

struct slot {
	uint32_t seen;   // number of the last walk that saw it
	uint32_t pair;   // +1; 0 if its site is not known here
	uint32_t birth;  // GCs that had ended, +1
	uint32_t thread; // +1
	uint32_t bytes;  // with a pair
	uint32_t next;   // of a list of dead or free ones
};

#define SLOT_CHUNK 16
extern struct slot *slot_chunks[1 << (32 - SLOT_CHUNK)];
static inline struct slot *slot_at(uint32_t s) {
	return &slot_chunks[s >> SLOT_CHUNK][s & ((1u << SLOT_CHUNK) - 1)];
}

// A batch of free slots, owned by a thread.
struct slots {
	uint32_t free[256];
	int count;
	bool always; // also beyond the memory that the agent may take
};
uint32_t slot_take(struct slots *b); // 0 if there is no memory, or no more of it may be taken
uint64_t slots_most(void);           // that may be taken
bool slots_refused(void);            // whether one was refused since the last call
void slots_return(struct slots *b);
void slots_reserve(uint32_t count);  // takes memory for so many more
uint32_t slots_end(void);            // all slots are below
uint32_t slots_used(void);           // slots of objects, including a few that threads keep ready
void slot_freed(jlong tag);          // the VM found the object dead
bool slots_any_freed(void);
void slots_drain(uint32_t gc);       // sends deaths and makes the slots free; gc is that of deaths whose GC is not known
void slots_reset(void);

// --- classes.c

struct pair;
struct klass {
	uint32_t number;
	_Atomic(jweak) weak;   // in mode exact, and of virtual threads; NULL once it is unloaded
	jweak old_weak;        // to be deleted
	_Atomic bool gone;     // it was unloaded
	uint32_t gone_at;      // GCs that had ended then
	struct klass *next;    // of those that were unloaded
	bool complete;         // its fields are known
	bool is_class, is_array;
	bool is_leaf;          // no reference but that to the class is in its objects
	bool is_filling;       // an array of the kind that fills holes of the heap
	bool is_note;          // a note about an element of a collection
	uint32_t own_fields;   // number of fields that it declares
	uint32_t chain_fields; // of its super classes
	uint32_t interface_fields; // of all its interfaces
	int32_t super;         // number, -1 if none
	uint32_t *interfaces;  // direct ones
	uint32_t interface_count;
	uint32_t visit;        // mark while interfaces are counted
	int32_t state_field;   // of java.lang.VirtualThread, its index; -1 if not known or of others
	int32_t weak_field;    // index of the referent that does not keep alive; -1 if there is none
	_Atomic(struct pair *) pairs; // exact: chains that allocate it
	uint32_t excluded_at;  // walk for which the exclusion below was made
	uint32_t excluded;     // pair +1 that alone can have allocated what has no tag
	uint64_t objects, bytes; // of counts
	uint64_t tagged;         // objects that got a tag from walks, dead ones too
};

struct klass *klass_at(uint32_t number); // NULL if there is none
uint32_t klass_count(void);
// klass_number returns the number of a class, which gets one and is described if it has none. From any Java thread.
int64_t klass_number(JNIEnv *env, jclass c);
// klasses_update describes all loaded classes that are new. It calls visit for each loaded class unless that is NULL.
void klasses_update(JNIEnv *env, void (*visit)(JNIEnv *, jclass, uint32_t slot, void *), void *data);
uint32_t slot_of_object(jobject o); // which gets one if it has none; 0 for null
// local_references announces so many local references, which a function of JVMTI made already, and some more; HotSpot takes
// 65,536. In a callback it counts those of the caller too, of which there can be many.
void local_references(JNIEnv *env, uint32_t count);
bool failed(JNIEnv *env); // reports whether an exception is pending, and clears it: the program must not see it
extern jfieldID class_fields[64]; // of java.lang.Class, that hold references, not its loader
extern int class_field_keys[64];
extern int class_field_count;
extern struct klass *virtual_threads; // java.lang.VirtualThread; NULL if there is none
void klass_freed(uint32_t number);  // the VM found a class object dead; from any thread of the VM
// klasses_retire frees what is kept for unloaded classes. It runs on the walker after a GC, when all counts were sent.
void klasses_retire(JNIEnv *env);
uint32_t klasses_unloaded(void);    // classes found so
void klasses_reset(JNIEnv *env);

// --- chains.c: methods, chains of frames, names of threads

struct frame {
	jmethodID method;
	int32_t bci; // -1 in native methods
};
// chain_number returns the number of a chain; -1 if it is not known. From any Java thread.
int64_t chain_number(const struct frame *frames, int count);
int64_t chain_of_stack(jthread thread, int depth, int reach); // by GetStackTrace; more frames than depth while chains are few
int64_t method_number(jmethodID m);
int64_t method_sent(jmethodID m);  // once it is described, also by another thread
int64_t method_known(jmethodID m); // without asking the VM; -1 if it has no number
// thread_number returns the number of a thread's present name; -1 if it has none.
int64_t thread_number(JNIEnv *env, jthread thread);
void chain_hash(const struct frame *frames, int count, uint64_t hash[2]);
void chains_flush(void); // sends what is described so far
void chains_reset(void);

// --- alloc.c, exact.c, counts.c: allocations

struct thread_state;
void alloc_callback(jvmtiEnv *j, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size);
void alloc_thread_ended(void);
void alloc_own_thread(void);  // the calling thread is the agent's
void alloc_wake(JNIEnv *env); // makes the calling thread one of which every allocation is seen
void alloc_send(void);        // sends what was counted since the last call
void samples_flush(void);
bool alloc_any(void);          // whether the program allocated since the last call; true if that is not seen
bool alloc_settle(void);      // waits until no callback is under way; false if one is held, as by a debugger
bool alloc_passed(void);      // waits a little until the callbacks under way have ended; false if one goes on
void alloc_reset(void);
struct thread_state *thread_state(void);

void exact_start(void);
void exact_allocation(struct thread_state *t, JNIEnv *env, jthread thread, jobject object, jclass c, jlong size);
void exact_send(void);
void exact_send_thread(struct thread_state *t);
void exact_freed(uint32_t pair);
void exact_drop(struct klass *k);        // frees what is known of an unloaded class; on the walker
uint32_t exact_exclude(struct klass *k); // pair +1 of an object without a tag, 0 if not known
void exact_pair(uint32_t pair, uint32_t *chain, uint32_t *klass);
void exact_reset(void);

struct thread_state {
	struct thread_state *next;
	struct thread_state *next_free;
	_Atomic bool busy;   // in a callback
	_Atomic uint32_t calls; // callbacks that ended
	bool own;            // of the agent, or busy for it
	bool watched;        // an allocation was seen
	uint32_t number;     // of its name, +1
	uint32_t named_at;   // GCs that had ended
	uint32_t generation; // at its last allocation
	struct slots slots;
	struct site **sites;
	struct site *rest; // what is beyond the largest number of sites
	uint32_t site_size, site_count;
	struct paths *paths;
	struct counts *counts;
};
extern _Atomic(struct thread_state *) thread_states;

// --- kinds.c: which allocations are tagged, in mode exact

struct kind;
// kind_of finds the kind of a class and a hash of innermost frames; NULL if there is no memory. One thread at a time.
struct kind *kind_of(uint64_t inner, uint32_t klass);
bool kind_tags(struct kind *k, uint32_t *turn); // the next one is tagged; turn counts those of the caller
void kind_freed(struct kind *k);                // a tagged one died; on the walker
void kind_doubt(struct kind *k);                // its tags are missed
bool kind_died(struct kind *k, uint32_t since); // what is known of it is from when so many GCs had ended, or earlier
void kinds_judge(void);                         // decides after a GC
void kind_drop(struct kind *k);                 // its class was unloaded; on the walker, with the lock of kind_of
void kinds_reset(void);

// --- sites.c, paths.c: where a thread allocates, in mode exact

// SITE_COUNTS is the number of counts that a site has at hand. Nearly all sites allocate objects of fewer classes.
#define SITE_COUNTS 4
struct site {
	uint64_t hash[2];    // of its frames
	uint64_t inner;      // of the innermost ones
	uint32_t chain;      // +1
	uint32_t turn;       // of last
	struct count *last[SITE_COUNTS]; // counts that were looked up last
};
// site_of finds the site of a chain of frames; NULL if there is no memory. Beyond a number of sites they are one.
struct site *site_of(struct thread_state *t, const struct frame *frames, int count);
void sites_free(struct thread_state *t);
// paths_site finds the site at which the calling thread allocates, of so many frames.
struct site *paths_site(struct thread_state *t, JNIEnv *env, jthread thread, int depth);
void paths_start(JNIEnv *env);
void paths_send(void); // how often it was compared
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
bool perf_reports_moves(void); // no object moves but between the events of a GC's start and end
const uint32_t *perf_unloads(void); // where the VM counts unloaded classes, before their memory is free; NULL if it does not
bool perf_in_cycle(void);
void perf_read(struct counters *c);
bool perf_eden_sampled(void);       // the counter of eden's use may be old
bool perf_eden(uint64_t *used);     // eden's use now, while the world stands still; false if it cannot be known
const char *perf_eden_refused(void); // why it cannot, though the counter may be old; NULL if it can, or need not
void perf_cause(char *text, size_t size);
void perf_kind(int collector, char *text, size_t size);
bool perf_counts(int collector); // its invocations are garbage collections
void perf_close(void);

void gc_started(void);
void gc_finished(void);
bool gc_poll(JNIEnv *env, bool *major); // on the walker: sends GCs that have ended; true if there was one
bool gc_cycle_open(void);
uint64_t gc_after(void);                  // bytes in use after the last GC, 0 before
int64_t gc_last_major(uint64_t *before);  // pause in µs of the last GC of the whole heap, 0 before; and the bytes in use before
// gc_moves is another number after each GC that may have moved objects; MOVING while that is not known.
#define MOVING 1
static inline uint32_t gc_moves(void) {
	extern _Atomic uint32_t gc_move_count;
	uint32_t n = gc_move_count;
	return (n & 1) != 0 ? MOVING : n;
}
void gc_reset(void);

// --- uses.c: collections

bool uses_load(void);            // false if the jar with the classes for that cannot be added to those of the VM
void uses_start(JNIEnv *env);
void uses_point(JNIEnv *env); // a point was taken
void uses_end(JNIEnv *env);      // sends what is left
void uses_reset(JNIEnv *env);

// --- walk.c, keep.c, point.c

struct walk;
// What became of a look at the heap.
struct looked {
	uint64_t objects;
	int64_t stood; // µs that the program stood still
	bool whole;    // else it was given up
};
// walk_heap looks at all reachable objects and sends them. If all is set it also looks for what the VM alone refers to, which
// is sent after the next GC of the whole heap; by this walk if such a GC may be made for it, which is collect.
struct looked walk_heap(JNIEnv *env, bool all, bool collect);
uint32_t walk_number(void); // of the next walk
struct looked walk_counts(JNIEnv *env);
// walk_counts_last counts and takes all tags away in the same look, but those of classes. No object may get a tag any more.
struct looked walk_counts_last(JNIEnv *env);
bool walk_tag_all(JNIEnv *env); // gives every object in the heap a slot
// walk_untag takes all tags away, in parts that are no longer than the longest pause; or only those of classes, which stops nothing.
void walk_untag(JNIEnv *env, bool classes);
uint64_t walk_reached(void);    // objects at the last walk
void walk_reset(void);

struct carrier {
	jobjectArray array;
	uint32_t count;
	uint32_t *from; // slot of the class object whose field it is, 0 for what the VM alone keeps
	int32_t *key;
};
extern jobject java_runtime; // the java.lang.Runtime of the VM; NULL if it was not found
void keep_start(JNIEnv *env); // looks up classes, which may run code of the program
uint64_t keep_used(JNIEnv *env); // bytes of the heap in use, garbage included; 0 if not known
bool keep_carrier(JNIEnv *env, struct carrier *c);
// keep_missed notes the objects that have one of the tags; keep_carry_missed hands over those that outlived a GC since then.
// From is what keep_missed returned.
uint32_t keep_missed(JNIEnv *env, const jlong *tags, jint count);
bool keep_carry_missed(JNIEnv *env, uint32_t from, struct carrier *c);
void keep_free(JNIEnv *env, struct carrier *c);
void keep_reset(JNIEnv *env);
// stacks_prepare prepares the stacks of all threads for looks at the heap, so that the program loses at most so many µs, about, and
// returns how long the VM may still take for them at the beginning of one, in µs; -1 if more had to be prepared than that allows.
int64_t stacks_prepare(JNIEnv *env, int64_t most, int64_t *lost);
// stacks_send sends the threads of a walk with their frames, and returns how many frames they have in all. The program stands
// still for some of the µs.
uint64_t stacks_send(JNIEnv *env, int64_t *us);

extern bool at_end; // the walk under way is the last one, as the program ends
// Flags of requests for points, as in the message Point: after a GC; limited by the longest pause alone, not by the budget; with a reply.
enum { POINT_COLLECT = 1, POINT_UNBUDGETED = 2, POINT_ANSWER = 4 };
// point_request requests a point now.
void point_request(unsigned flags);
void point_bye(void);        // sends how long the program stood still in all, and that the recording ends here
int64_t point_longest(void); // µs that a look may take that begins now
void point_gc(void);
void point_stop(bool with_point); // ends the recording; with a point if there is none yet and the budget allows one
void point_reset(void);      // before point_start; points that are asked for from here on are made
bool point_start(void);
void point_final(bool dying); // at the end of the program: waits for the last point, and the end of the recording unless the VM dies
bool agent_samples(void);    // allocations are seen
bool agent_quiet(void);      // turns the events off, but that of freed objects; false if a callback is under way
// agent_end turns everything off, ends the recording and frees memory; false if it is still in use. Untagged means that only classes have
// tags.
bool agent_end(JNIEnv *env, bool untagged);
void agent_over(void);       // the agent may be loaded again

// --- vm.c

int vm_java(void); // the version of Java, such as 17

// --- shutdown.c

void shutdown_watch(JNIEnv *env);                      // from keep_start on
bool shutdown_begins(JNIEnv *env, jthread thread);     // whether the start of a thread is the beginning of the program's shutdown
void shutdown_forget(JNIEnv *env);                     // before keep_reset

#endif
