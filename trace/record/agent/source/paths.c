#include "agent.h"
#include "frames.h"

#include <stdlib.h>

// A call of GetStackTrace finds out once what the frames of a stack mean. Each thread caches the result in a tree of paths: one path,
// from the innermost frame outward, for each way to an allocation. A path ends when it represents as many Java frames as are kept. A frame
// with inlined code represents several Java frames. How many can only be determined from the innermost frame: the method that the code was
// compiled for is searched among the frames of the VM. A path that is longer than necessary does no harm.

// LINE is the size of a cache line of the processor, in bytes.
#define LINE 64

struct path {
	uint64_t pc, method;      // the key
	const uint32_t *id_place; // must contain id, else the code has changed
	struct site *site;        // set at the end of a path
	uint32_t id;
	uint32_t size;            // of the frame, in bytes
	uint32_t from;            // the path of the frame below it
	uint32_t frames;          // minimum number of Java frames up to and including this one
	uint32_t last;            // the path that was last reached from here; 0 for none
	uint64_t last_pc;
};

_Static_assert(sizeof(struct path) == LINE, "a path fills a line");

// A place of the table. Collisions use linear probing up to the next free place.
struct place {
	uint32_t path; // 0 for a free place
	uint32_t mark; // upper half of the hash
};

// METHODS is the number of methods per thread whose addresses are cached, since a guarded read is a system call.
enum { METHODS = 256 };
struct address {
	jmethodID id;
	uint64_t method;
	uint64_t code; // of its bytecode; 0 until asked for
};

struct paths {
	struct address methods[METHODS]; // by the hash of id
	uint32_t unloads;                // number of class unloads when the addresses were read
	struct path *list; // the first path is the root; each path fills a cache line
	void *memory;      // allocation that contains the list
	struct place *table; // has twice as many places as there can be paths
	uint32_t count, size, turn;
	uint32_t gone; // number of paths whose code is gone
	int depth;
};

enum {
	FIRST_PATHS = 1 << 10,
	MOST_PATHS = 1 << 20,      // per thread, 80 bytes each with its places; a full tree of this size is reset
	ALL_PATHS = 1 << 22,       // of all threads; above it, large trees that are full are reset
	GONE = 1,                  // pc of a path whose code is gone
	GONE_PART = 8,             // a full tree is reset instead of growing if more than 1/GONE_PART of its paths are gone
};

static _Atomic bool working;
static _Atomic uint64_t checked, different;
static _Atomic uint32_t all_paths;
static uint32_t no_id;

void paths_start(JNIEnv *env) {
	checked = different = 0;
	const char *missing = options.fast ? layout_find(env) : "switched off by the option fast";
	working = missing == NULL;
	if (missing != NULL)
		report("allocation sites are found in a slower way, by GetStackTrace (%s)", missing);
}

void paths_free(struct paths *p) {
	if (p == NULL)
		return;
	all_paths -= p->size;
	free(p->memory);
	free(p->table);
	free(p);
}

static uint64_t hash(uint32_t from, uint64_t pc, uint64_t method) {
	uint64_t h = ((pc ^ method << 7) * 0x9e3779b97f4a7c15ULL) ^ (uint64_t)from * 0xc2b2ae3d27d4eb4fULL;
	h = (h ^ h >> 32) * 0xff51afd7ed558ccdULL;
	return h ^ h >> 29;
}

static void enter(struct paths *p, uint32_t path) {
	const struct path *f = &p->list[path];
	uint64_t h = hash(f->from, f->pc, f->method);
	uint32_t mask = p->size * 2 - 1, i = (uint32_t)h & mask;
	while (p->table[i].path != 0)
		i = (i + 1) & mask;
	p->table[i] = (struct place){path, (uint32_t)(h >> 32)};
}

static void begin_anew(struct paths *p) {
	memset(p->table, 0, 2 * p->size * sizeof *p->table);
	p->list[0] = (struct path){.id_place = &no_id};
	p->count = 1;
	p->gone = 0;
}

// room makes space for one more path; false if there is no memory.
static bool room(struct paths *p) {
	if (p->count < p->size)
		return true;
	uint32_t size = p->size == 0 ? FIRST_PATHS : p->size * 2;
	void *memory = malloc(size * sizeof(struct path) + LINE);
	struct place *table = calloc(2 * size, sizeof *table);
	if (memory == NULL || table == NULL) {
		free(memory);
		free(table);
		return false;
	}
	struct path *list = (struct path *)(((uintptr_t)memory + LINE - 1) & ~(uintptr_t)(LINE - 1));
	if (p->count > 0)
		memcpy(list, p->list, p->count * sizeof *list);
	free(p->memory);
	p->memory = memory;
	p->list = list;
	free(p->table);
	p->table = table;
	all_paths += size - p->size;
	p->size = size;
	for (uint32_t i = 1; i < p->count; i++)
		if (list[i].pc != GONE)
			enter(p, i);
	return true;
}

static bool begin(struct thread_state *t, int depth) {
	if (t->paths == NULL && (t->paths = calloc(1, sizeof *t->paths)) == NULL)
		return false;
	struct paths *p = t->paths;
	bool many = p->count == p->size && (p->gone > p->size / GONE_PART || p->count >= MOST_PATHS || (p->count >= 16 * FIRST_PATHS && all_paths > ALL_PATHS));
	if (p->count > 0 && p->depth == depth && !many)
		return true;
	if (p->size == 0 && !room(p))
		return false;
	begin_anew(p);
	p->depth = depth;
	return true;
}

// next_path returns the path that continues with a frame; 0 if there is none, or if its code has changed.
static uint32_t next_path(struct paths *p, uint32_t from, uint64_t pc, uint64_t method) {
	uint32_t at = p->list[from].last_pc == pc ? p->list[from].last : 0;
	if (at == 0 || p->list[at].method != method) {
		uint64_t h = hash(from, pc, method);
		uint32_t mask = p->size * 2 - 1, i = (uint32_t)h & mask;
		for (;; i = (i + 1) & mask) {
			at = p->table[i].path;
			if (at == 0)
				return 0;
			const struct path *f = &p->list[at];
			if (p->table[i].mark == (uint32_t)(h >> 32) && f->pc == pc && f->from == from && f->method == method)
				break;
		}
		p->list[from].last = at;
		p->list[from].last_pc = pc;
	}
	if (*p->list[at].id_place == p->list[at].id)
		return at;
	p->list[at].pc = GONE;
	p->gone++;
	p->list[from].last = 0;
	return 0;
}

// add adds a path. The list must have space.
static uint32_t add(struct paths *p, uint32_t from, const struct path *next) {
	p->list[p->count] = *next;
	p->list[p->count].from = from;
	enter(p, p->count);
	return p->count++;
}

// address_of returns the VM's addresses of a method on the stack. It reads them again if again is set, or if a class was unloaded.
static struct address *address_of(struct paths *p, jmethodID id, bool again) {
	const uint32_t *unloads = perf_unloads();
	if (unloads == NULL || p->unloads != *unloads) {
		memset(p->methods, 0, sizeof p->methods);
		p->unloads = unloads == NULL ? 0 : *unloads;
	}
	struct address *a = &p->methods[((uint64_t)(uintptr_t)id >> 3) * 0x9e3779b97f4a7c15ULL >> 56];
	if (a->id != id || again)
		*a = (struct address){.id = id, .method = frames_method(id)};
	return a;
}

// is_frame reports whether a frame of GetStackTrace is one of a method and, if the method is interpreted, at the same bytecode.
static bool is_frame(struct paths *p, const struct path *f, uint64_t method, const struct frame *frame, bool again) {
	struct address *a = address_of(p, frame->method, again);
	if (a->method != method)
		return false;
	if (f->method == 0 || frame->bci < 0)
		return true;
	if (a->code == 0)
		a->code = frames_bytecode(method);
	return a->code != 0 && f->pc - a->code == (uint64_t)(uint32_t)frame->bci;
}

// find_frame advances f->frames to the frame of a method; to n if there is none.
static void find_frame(struct paths *p, struct path *f, uint64_t method, const struct frame *frames, uint32_t n, bool again) {
	while (f->frames < n && !is_frame(p, f, method, &frames[f->frames], again))
		f->frames++;
}

// describe sets the properties of a frame; false for frames that are not walked.
static bool describe(struct paths *p, struct path *f, bool innermost, const struct frame *frames, uint32_t n, int depth) {
	uint64_t method = f->method;
	f->id_place = &no_id;
	if (f->method != 0) {
		if ((f->id_place = perf_unloads()) == NULL) // another method could be allocated at this address
			return false;
	} else {
		struct code code;
		if (!frames_code(f->pc, &code))
			return false;
		f->size = code.size;
		if (code.entry)
			return true;
		if (code.method == 0)
			return innermost; // the stub through which compiled code allocates
		f->id_place = code.id;
		method = code.method;
	}
	f->id = *f->id_place;
	uint32_t from = f->frames;
	find_frame(p, f, method, frames, n, false);
	if (f->frames == n) { // perhaps its class was redefined
		f->frames = from;
		find_frame(p, f, method, frames, n, true);
	}
	if (f->frames == n)
		return n == (uint32_t)depth; // farther out than the frames that are kept
	f->frames++;
	return true;
}

// learn adds the path of the calling thread, starting at its first unknown frame.
static void learn(struct paths *p, uint32_t from, struct cursor *c, const struct frame *frames, uint32_t n, int depth, struct site *site) {
	for (;;) {
		struct path f = {.frames = p->list[from].frames};
		if (!frames_key(c, &f.pc, &f.method))
			return;
		uint32_t known = next_path(p, from, f.pc, f.method);
		if (known == 0) {
			bool end = f.pc == 0 && f.method == 0;
			if (end)
				f.id_place = &no_id;
			else if (!describe(p, &f, from == 0, frames, n, depth))
				return;
			if (end || (n == (uint32_t)depth && f.frames == n))
				f.site = site;
			known = room(p) ? add(p, from, &f) : 0;
		}
		if (known == 0 || p->list[known].site != NULL || !frames_up(c, p->list[known].method, p->list[known].size))
			return;
		from = known;
	}
}

static uint32_t stack(jthread thread, int depth, struct frame *frames) {
	jvmtiFrameInfo info[MAX_DEPTH];
	jint n = 0;
	if ((*jvmti)->GetStackTrace(jvmti, thread, 0, depth, info, &n) != JVMTI_ERROR_NONE)
		return 0;
	for (jint i = 0; i < n; i++)
		frames[i] = (struct frame){info[i].method, info[i].location < 0 ? -1 : (int32_t)info[i].location};
	return (uint32_t)n;
}

static struct site *ask(struct thread_state *t, jthread thread, int depth, struct frame *frames, uint32_t *n) {
	*n = stack(thread, depth, frames);
	return site_of(t, frames, (int)*n);
}

// check compares a cached site with the VM's. A single difference disables the cache.
static struct site *check(struct thread_state *t, jthread thread, int depth, struct site *kept) {
	struct frame frames[MAX_DEPTH];
	uint32_t n;
	struct site *s = ask(t, thread, depth, frames, &n);
	checked++;
	if (s == kept || s == NULL)
		return s;
	if (different++ == 0) {
		working = false;
		report("an allocation site that was found in the fast way differs from what the VM says: from here on it is asked each time");
	}
	return s;
}

struct site *paths_site(struct thread_state *t, JNIEnv *env, jthread thread, int depth) {
	struct frame frames[MAX_DEPTH];
	uint32_t n, at = 0;
	struct cursor c;
	if (!working || !begin(t, depth) || !frames_begin(env, &c))
		return ask(t, thread, depth, frames, &n);
	struct paths *p = t->paths;
	for (;;) {
		uint64_t pc, method;
		if (!frames_key(&c, &pc, &method))
			return ask(t, thread, depth, frames, &n);
		uint32_t next = next_path(p, at, pc, method);
		if (next == 0)
			break;
		struct path *f = &p->list[next];
		if (f->site != NULL)
			return options.check > 0 && ++p->turn % options.check == 0 ? check(t, thread, depth, f->site) : f->site;
		if (!frames_up(&c, f->method, f->size))
			return ask(t, thread, depth, frames, &n);
		at = next;
	}
	struct site *s = ask(t, thread, depth, frames, &n);
	if (s != NULL && n > 0)
		learn(p, at, &c, frames, n, depth, s);
	return s;
}

void paths_send(void) {
	if (options.checked && checked > 0)
		report("of %llu allocation sites that were compared %llu differ", (unsigned long long)checked, (unsigned long long)different);
}
