#include "walk.h"
#include "pause.h"

// Looks at the whole heap next to the walk: for what was not reached, and to give or take all tags.

// tags are those that on_missed found on objects: no walk saw them yet, but they were sampled, counted or referred to weakly.
// The VM compares each with all tags that there are.
enum { MOST_TAGS = 4096 };
static jlong tags[MOST_TAGS];

// is_dormant reports whether an object without a tag may be one of the class data archive (CDS) that the program does not use: a class
// object of a class that is not loaded, or an object of such a class. The VM would hand it out, and mark it and what it refers to as used:
// Java 11 with G1 crashes then, since the class has no loader yet (ClassLoaderData::oops_do). All classes that are loaded have tags.
static bool is_dormant(jlong class_tag) {
	const struct klass *k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
	return k == NULL || k->is_class;
}

// on_missed marks what was not reached and is older than the last GC. It leaves out int[], of which the VM makes its filling
// between objects. One that is in use is found by what refers to it.
static jint JNICALL on_missed(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)size, (void)length, (void)data;
	struct klass *k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
	bool filling = k != NULL && k->is_filling;
	if (k != NULL && k->is_note)
		return 0;
	if (TAG_SLOT(*tag) >= FIRST_SLOT) {
		const struct slot *o = slot_at(TAG_SLOT(*tag));
		if (o->seen == 0 && o->birth <= w.gc && !(filling && o->birth == 0) && w.tagged < w.most_tagged)
			tags[w.tagged++] = *tag;
		return 0;
	}
	if (filling || *tag != 0 || is_dormant(class_tag))
		return 0;
	*tag = LIMBO;
	return ++w.found < w.most_found && !pause_over() ? 0 : JVMTI_VISIT_ABORT;
}

void walk_missed(JNIEnv *env, bool collect) {
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_missed};
	uint32_t most = (1u << 27) / slots_end(); // some 0.1 ms for each million comparisons, in which no object can get a tag
	w.most_tagged = most < MOST_TAGS - 1 ? most : MOST_TAGS - 1;
	w.most_found = collect ? 1 << 22 : 60000; // more is garbage, and more than 65,536 local references at once are too many
	pause_begin(LOOK_COUNT, options.pause);
	jvmtiError error = (*jvmti)->IterateThroughHeap(jvmti, 0, NULL, &callbacks, NULL);
	walk_stood();
	if (error != JVMTI_ERROR_NONE || w.found + w.tagged == 0)
		return;
	tags[w.tagged] = LIMBO;
	uint32_t from = keep_missed(env, tags, (jint)w.tagged + 1);
	struct carrier missed;
	if (!collect || (*jvmti)->ForceGarbageCollection(jvmti) != JVMTI_ERROR_NONE || !keep_carry_missed(env, from, &missed))
		return;
	w.carrier = &missed;
	w.begun = false;
	w.again = true;
	jvmtiHeapCallbacks references = {.heap_reference_callback = walk_reference};
	pause_begin(LOOK_WALK, options.pause);
	(*jvmti)->FollowReferences(jvmti, 0, NULL, missed.array, &references, NULL);
	walk_stood();
	keep_free(env, &missed);
}

static jint JNICALL on_any(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)size, (void)length, (void)data;
	if (!w.begun) {
		w.begun = true;
		generation++;
	}
	if (is_dormant(class_tag))
		return 0;
	uint32_t slot = slot_take(&w.slots);
	if (slot == 0 || pause_over()) {
		w.failed = true;
		return JVMTI_VISIT_ABORT;
	}
	*tag = *tag >> 32 << 32 | (jlong)slot;
	return 0;
}

bool walk_tag_all(JNIEnv *env) {
	(void)env;
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_any};
	w.begun = w.failed = false;
	pause_begin(LOOK_COUNT, options.pause);
	bool ok = (*jvmti)->IterateThroughHeap(jvmti, JVMTI_HEAP_FILTER_TAGGED, NULL, &callbacks, NULL) == JVMTI_ERROR_NONE;
	walk_stood();
	slots_return(&w.slots);
	return ok && !w.failed && recording;
}

static jint JNICALL on_tagged(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)class_tag, (void)size, (void)length, (void)data;
	*tag = 0;
	return pause_over() ? JVMTI_VISIT_ABORT : 0;
}

void walk_untag(void) {
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_tagged};
	for (;;) { // each time some go, at least those before the first look at the clock
		int64_t lost;
		pause_begin(LOOK_COUNT, options.pause / 4);
		jvmtiError error = (*jvmti)->IterateThroughHeap(jvmti, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &callbacks, NULL);
		int64_t stood = pause_end(&lost);
		if (error != JVMTI_ERROR_NONE || !pause_was_over())
			return;
		thread_rest((long)(stood / 1000) + 1);
	}
}
