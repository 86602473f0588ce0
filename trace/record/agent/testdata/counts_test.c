// Tests that the list of counts to send contains each count at most once, while one thread counts and another one sends.

#include "../source/counts.c"

#include <stdio.h>
#include <time.h>

enum { COUNTS = 3, SECONDS = 1 };

struct options options = {.mode = MODE_EXACT};
_Atomic uint32_t gcs_ended, gc_move_count;

static struct counts list;
static struct thread_state thread = {.busy = true, .counts = &list};
_Atomic(struct thread_state *) thread_states = &thread;

static struct count counted[COUNTS];
static _Atomic bool sending = true;
static uint64_t sent;
static int number;

struct klass *klass_at(uint32_t n) { return (void)n, NULL; }
uint32_t klasses_unloaded(void) { return 0; }
int64_t klass_number(JNIEnv *env, jclass c) { return (void)env, (void)c, -1; }
void klass_refer(JNIEnv *env, struct klass *k, jclass c) { (void)env, (void)k, (void)c; }
struct pair *pair_of(const struct site *s, struct klass *k) { return (void)s, (void)k, NULL; }

bool stream_room(struct stream *s, size_t n) { return (void)s, (void)n, true; }
void stream_flush(struct stream *s) { (void)s; }

// put sums the objects: the fourth of the five numbers of a record.
void put(struct stream *s, uint64_t v) {
	(void)s;
	if (number == 3)
		sent += v;
	number = (number + 1) % 5;
}

void mutex_lock(mutex_t *m) { pthread_mutex_lock(m); }
void mutex_unlock(mutex_t *m) { pthread_mutex_unlock(m); }

// add counts objects until sending ends.
static void *add(void *objects) {
	uint64_t n = 0;
	for (; sending; n++)
		count_add(&thread, &counted[n % COUNTS], 16);
	*(uint64_t *)objects = n;
	return NULL;
}

// ends reports whether the list is acyclic. Its thread only inserts counts before the first one.
static bool ends(void) {
	int n = 0;
	for (struct count *c = list.changed; c != NULL; c = c->next_changed)
		if (++n > COUNTS)
			return false;
	return true;
}

int main(void) {
	struct pair pair = {0};
	for (int i = 0; i < COUNTS; i++)
		counted[i].pair = &pair;
	uint64_t objects = 0;
	pthread_t adder;
	if (pthread_create(&adder, NULL, add, &objects) != 0)
		return 1;
	bool ended = true;
	for (time_t until = time(NULL) + SECONDS + 1; ended && time(NULL) < until;) {
		exact_send();
		ended = ends();
	}
	sending = false;
	pthread_join(adder, NULL);
	if (!ended || !ends()) {
		printf("a count is in the list twice\n");
		return 1;
	}
	thread.busy = false;
	exact_send();
	if (sent != objects) {
		printf("%llu objects were sent, expected %llu\n", (unsigned long long)sent, (unsigned long long)objects);
		return 1;
	}
	return 0;
}
