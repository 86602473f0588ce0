// Tests that the work of mode exact does not grow with the number of classes. It simulates the classes of a VM and counts the calls to the
// VM.

#include "../source/exact.c"
#include "../source/counts.c"

#include <stdio.h>

enum { CLASSES = 50000, ROUNDS = 3, ALL = CLASSES * ROUNDS + 10 };

struct options options = {.mode = MODE_EXACT, .depth = 8};
jvmtiEnv *jvmti;
_Atomic bool recording = true;
_Atomic uint32_t gcs_ended, majors_ended, generation, gc_move_count;
_Atomic(struct thread_state *) thread_states;

static struct klass *classes;
static uint32_t unloaded;
static struct site site = {.hash = {1, 1}, .inner = 7, .chain = 1};
static uint64_t compared, asked, sent, records;
static uint32_t slots;

struct klass *klass_at(uint32_t number) { return &classes[number]; }
uint32_t klasses_unloaded(void) { return unloaded; }

// A place stands for a class and contains its number.
struct place {
	uint32_t number;
	uint32_t at;
};
static struct place *places;

int64_t klass_number(JNIEnv *env, jclass c) {
	(void)env;
	asked++;
	return (*(struct place **)(void *)c)->number;
}

void klass_refer(JNIEnv *env, struct klass *k, jclass c) { (void)env, (void)k, (void)c; }

static jboolean JNICALL same(JNIEnv *env, jobject a, jobject weak) {
	(void)env;
	compared++;
	return (*(struct place **)(void *)a)->number + 1 == (uintptr_t)weak;
}

static jvmtiError JNICALL no_tag(jvmtiEnv *j, jobject o, jlong *tag) {
	(void)j, (void)o;
	*tag = 0;
	return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL tagged(jvmtiEnv *j, jobject o, jlong tag) {
	(void)j, (void)o, (void)tag;
	return JVMTI_ERROR_NONE;
}

struct site *paths_site(struct thread_state *t, JNIEnv *env, jthread thread, int frames) {
	(void)t, (void)env, (void)thread, (void)frames;
	return &site;
}

struct slot *slot_chunks[1 << (32 - SLOT_CHUNK)];
static struct slot chunk[1 << SLOT_CHUNK];
uint32_t slot_take(struct slots *b) {
	(void)b;
	return FIRST_SLOT + slots++ % 1000;
}

int64_t thread_number(JNIEnv *env, jthread thread) {
	(void)env, (void)thread;
	return 0;
}

void report(const char *format, ...) { printf("reported: %s\n", format); }

// The sent records: five numbers each.
bool stream_room(struct stream *s, size_t n) {
	(void)s, (void)n;
	records++;
	return true;
}
static int number;
static uint32_t klass_of_record;
static uint64_t *objects_of;
void put(struct stream *s, uint64_t v) {
	(void)s;
	if (number == 0)
		klass_of_record = (uint32_t)v;
	if (number == 3) {
		objects_of[klass_of_record] += v;
		sent += v;
	}
	number = (number + 1) % 5;
}
void stream_flush(struct stream *s) { (void)s; }

void mutex_lock(mutex_t *m) { pthread_mutex_lock(m); }
void mutex_unlock(mutex_t *m) { pthread_mutex_unlock(m); }

static int failures;

static void at_most(const char *what, uint64_t is, uint64_t most) {
	if (is <= most)
		return;
	printf("%s: %llu, expected %llu at most\n", what, (unsigned long long)is, (unsigned long long)most);
	failures++;
}

static void equal(const char *what, uint64_t is, uint64_t wanted) {
	if (is == wanted)
		return;
	printf("%s: %llu, expected %llu\n", what, (unsigned long long)is, (unsigned long long)wanted);
	failures++;
}

static struct thread_state thread;

static void allocate(JNIEnv *env, uint32_t klass) {
	struct place *c = &places[klass];
	exact_allocation(&thread, env, NULL, NULL, (jclass)(void *)&c, 16);
}

static void load(uint32_t from, uint32_t count) {
	for (uint32_t i = from; i < from + count; i++) {
		classes[i].number = places[i].number = i;
		classes[i].family = i % 2 == 0 ? 0 : i; // half of the classes are created from the same code
		classes[i].weak = (jweak)(uintptr_t)(i + 1);
	}
}

static void unload(uint32_t from, uint32_t count) {
	for (uint32_t i = from; i < from + count; i++) {
		classes[i].weak = NULL;
		classes[i].gone = true;
		unloaded++;
		exact_drop(&classes[i]);
	}
}

// longest returns the length of the longest probe sequence of a pair.
static uint32_t longest(void) {
	uint32_t most = 0, run = 0;
	for (uint32_t i = 0; i < pair_table_size; i++) {
		run = pair_table[i] != 0 ? run + 1 : 0;
		most = run > most ? run : most;
	}
	return most;
}

// families checks which classes have the same fate according to their names.
static void families(void) {
	equal("family of a hidden class", kind_family("LShop$Task.0x0000000800c03000;"), kind_family("LShop$Task.0x0000000800c03400;"));
	equal("family of a proxy", kind_family("Ljdk/proxy1/$Proxy9;"), kind_family("Ljdk/proxy1/$Proxy10;"));
	equal("different classes in a family", kind_family("LShop;") == kind_family("LShopper;"), false);
	equal("an array in the family of its elements", kind_family("[LShop;") == kind_family("LShop;"), false);
	equal("a digit inside a name", kind_family("LV2D;") == kind_family("LV3D;"), false);
}

int main(void) {
	families();
	struct JNINativeInterface_ jni = {.IsSameObject = same};
	const struct JNINativeInterface_ *table = &jni;
	JNIEnv *env = &table;
	struct jvmtiInterface_1_ functions = {.GetTag = no_tag, .SetTag = tagged};
	jvmtiEnv all = &functions;
	jvmti = &all;
	slot_chunks[0] = chunk;
	classes = calloc(ALL, sizeof *classes);
	places = calloc(ALL, sizeof *places);
	objects_of = calloc(ALL, sizeof *objects_of);
	thread_states = &thread;
	exact_start();
	load(0, 10); // these stay loaded
	uint64_t wanted = 0;
	for (uint32_t r = 0; r < ROUNDS; r++) {
		uint32_t from = 10 + r * CLASSES;
		load(from, CLASSES);
		compared = asked = 0;
		for (uint32_t i = 0; i < CLASSES; i++) {
			allocate(env, from + i);
			allocate(env, from + i);
			allocate(env, i % 10);
		}
		at_most("comparisons of classes that did not move", compared, 0);
		at_most("look-ups by number", asked, CLASSES * 3);
		gc_move_count += 2;
		compared = asked = 0;
		for (uint32_t i = 0; i < CLASSES; i++)
			allocate(env, from + i);
		at_most("comparisons after a GC", compared, SITE_COUNTS * CLASSES);
		at_most("look-ups after a GC", asked, CLASSES);
		records = 0;
		exact_send();
		at_most("records", records, CLASSES + 10);
		records = 0;
		exact_send();
		at_most("records when nothing changed", records, 0);
		equal("objects of a class", objects_of[from + CLASSES / 2], 3);
		wanted += CLASSES * 4;
		equal("objects", sent, wanted);
		at_most("places of a look-up", longest(), 64);
		gcs_ended++;
		kinds_judge();
		unload(from, CLASSES);
		gcs_ended++;
		kinds_judge();
		equal("pairs of classes that stay", pairs_used, 10);
		at_most("pairs", pair_count, CLASSES + 10);
		at_most("counts", thread.counts->used, CLASSES + 10);
	}
	allocate(env, 3);
	uint32_t left = 0;
	compared = 0;
	gc_move_count = MOVING; // a collector that may move objects at any time
	for (uint32_t i = 0; i < 1000; i++)
		allocate(env, i % 10);
	at_most("comparisons while objects move", compared, SITE_COUNTS * 1000);
	exact_send();
	equal("objects at the end", sent, wanted + 1001);
	equal("counts at the end", thread.counts->used, 10);
	for (uint32_t i = 0; i < 10; i++)
		left += classes[i].pairs != NULL;
	equal("classes with pairs", left, 10);
	exact_reset();
	return failures > 0;
}
