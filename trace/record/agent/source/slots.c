#include "agent.h"

#include <stdlib.h>

struct slot *slot_chunks[1 << (32 - SLOT_CHUNK)];

static mutex_t lock = MUTEX_INIT;
static uint32_t end = FIRST_SLOT;
enum { MOST_SLOTS = 1 << 29 }; // the collector's limit
static uint32_t free_first;    // first slot of a list linked by next; 0 for none
static uint32_t free_count;    // length of that list
static _Atomic bool full;      // a slot was refused

// A dead is a list of the objects that one GC found dead, linked by next. AT_DRAIN stands for a GC whose number is unknown so far.
struct dead {
	uint32_t gc, first, last;
};
enum { MOST_DEAD = 64 };
static mutex_t freed_lock = MUTEX_INIT;
static struct dead freed[MOST_DEAD];
static int freed_count;
#define AT_DRAIN UINT32_MAX

uint64_t slots_most(void) {
	uint64_t n = options.memory / 4 * 3 / sizeof(struct slot);
	return n < MOST_SLOTS ? n : MOST_SLOTS;
}

// chunk_ready allocates the memory of a slot.
static bool chunk_ready(uint32_t s) {
	struct slot **c = &slot_chunks[s >> SLOT_CHUNK];
	if (*c == NULL)
		*c = calloc(1u << SLOT_CHUNK, sizeof(struct slot));
	return *c != NULL;
}

uint32_t slot_take(struct slots *b) {
	if (b->count == 0) {
		int want = (int)(sizeof b->free / sizeof *b->free);
		uint64_t most = b->always ? MOST_SLOTS : slots_most();
		mutex_lock(&lock);
		for (; b->count < want && free_first != 0; free_first = slot_at(free_first)->next, free_count--)
			b->free[b->count++] = free_first;
		while (b->count < want && end < most && chunk_ready(end))
			b->free[b->count++] = end++;
		mutex_unlock(&lock);
		// Take the lowest slot first, so that neighbors in the heap get neighboring slots.
		for (int i = 0, j = b->count - 1; i < j; i++, j--) {
			uint32_t s = b->free[i];
			b->free[i] = b->free[j];
			b->free[j] = s;
		}
	}
	if (b->count == 0) {
		full = true;
		return 0;
	}
	uint32_t s = b->free[--b->count];
	*slot_at(s) = (struct slot){0};
	return s;
}

bool slots_refused(void) { return atomic_exchange(&full, false); }

void slots_return(struct slots *b) {
	mutex_lock(&lock);
	while (b->count > 0) {
		uint32_t s = b->free[--b->count];
		slot_at(s)->next = free_first;
		free_first = s;
		free_count++;
	}
	mutex_unlock(&lock);
}

uint32_t slots_used(void) {
	mutex_lock(&lock);
	uint32_t n = end - FIRST_SLOT - free_count;
	mutex_unlock(&lock);
	return n;
}

void slots_reserve(uint32_t count) {
	uint64_t most = slots_most();
	mutex_lock(&lock);
	uint64_t until = (uint64_t)end + count;
	for (uint64_t s = end; s < until && s < most; s += 1u << SLOT_CHUNK)
		if (!chunk_ready((uint32_t)s))
			break;
	mutex_unlock(&lock);
}

uint32_t slots_end(void) {
	mutex_lock(&lock);
	uint32_t e = end;
	mutex_unlock(&lock);
	return e;
}

void slot_freed(jlong tag) {
	uint32_t s = TAG_SLOT(tag);
	if (s < FIRST_SLOT || !recording) // slots mean nothing after the end
		return;
	if (TAG_CLASS(tag) != 0 && TAG_CLASS(tag) != STARTED)
		klass_freed(TAG_CLASS(tag) - 1);
	// The VM reports deaths after a GC and before the next one ends, but the walker may drain them later. Only the walker knows the end of a
	// concurrent cycle.
	uint32_t gc = perf_concurrent() ? AT_DRAIN : gcs_ended;
	mutex_lock(&freed_lock);
	if (freed_count == 0 || (freed[freed_count - 1].gc != gc && freed_count < MOST_DEAD))
		freed[freed_count++] = (struct dead){.gc = gc, .last = s};
	struct dead *d = &freed[freed_count - 1];
	slot_at(s)->next = d->first;
	d->first = s;
	mutex_unlock(&freed_lock);
}

bool slots_any_freed(void) {
	mutex_lock(&freed_lock);
	bool any = freed_count > 0;
	mutex_unlock(&freed_lock);
	return any;
}

// send_death sends the death of an object. If no walk reached it and it did not survive a GC, nothing is sent: its allocation was counted,
// and that is all the collector needs. If it survived a GC, its class, size and site are sent.
static void send_death(struct stream *deaths, struct stream *lost, uint32_t s, uint32_t gc) {
	struct slot *o = slot_at(s);
	if (o->seen != 0 || o->pair == 0) {
		if (stream_room(deaths, MAX_VARINT))
			put(deaths, s);
	} else if (o->birth + 1 <= gc && stream_room(lost, 5 * MAX_VARINT)) {
		uint32_t chain, klass;
		exact_pair(o->pair - 1, &chain, &klass);
		put(lost, klass);
		put(lost, o->bytes);
		put(lost, chain);
		put(lost, o->thread);
		put(lost, o->birth);
	}
	if (o->pair != 0)
		exact_freed(o->pair - 1);
	o->pair = 0;
}

// send_deaths sends the objects that one GC found dead, and returns their number.
static uint32_t send_deaths(const struct dead *d, uint32_t at_drain) {
	uint32_t gc = d->gc == AT_DRAIN ? at_drain : d->gc;
	struct stream deaths = {.kind = W_DEATHS, .head = {gc}, .heads = 1};
	struct stream lost = {.kind = W_LOST, .head = {gc}, .heads = 1};
	uint32_t n = 0;
	for (uint32_t s = d->first; s != 0; s = slot_at(s)->next, n++)
		send_death(&deaths, &lost, s, gc);
	stream_flush(&deaths);
	stream_flush(&lost);
	return n;
}

void slots_drain(uint32_t gc) {
	struct dead list[MOST_DEAD];
	mutex_lock(&freed_lock);
	int count = freed_count;
	memcpy(list, freed, (size_t)count * sizeof *list);
	freed_count = 0;
	mutex_unlock(&freed_lock);
	samples_flush(); // samples must be sent before the deaths of their objects
	uint32_t deaths = 0;
	for (int i = 0; i < count; i++)
		deaths += send_deaths(&list[i], gc);
	mutex_lock(&lock);
	free_count += deaths;
	for (int i = 0; i < count; i++) {
		slot_at(list[i].last)->next = free_first;
		free_first = list[i].first;
	}
	mutex_unlock(&lock);
}

void slots_reset(void) {
	mutex_lock(&lock);
	for (uint32_t i = 0; i < sizeof slot_chunks / sizeof *slot_chunks; i++) {
		free(slot_chunks[i]);
		slot_chunks[i] = NULL;
	}
	free_first = free_count = 0;
	end = FIRST_SLOT;
	full = false;
	mutex_unlock(&lock);
	mutex_lock(&freed_lock);
	freed_count = 0;
	mutex_unlock(&freed_lock);
}
