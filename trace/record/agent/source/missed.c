#include "walk.h"

// Looks at the whole heap beside the walk: for what was not reached, and to give or take all tags.

// tags are those that on_missed found on objects: no walk saw them yet, but they were sampled, counted or referred to weakly.
// The VM compares each with all tags that there are.
enum { MOST_TAGS = 4096 };
static jlong tags[MOST_TAGS];

// on_missed marks what was not reached and is older than the last GC. It leaves out int[], of which the VM makes its filling
// between objects. One that is in use is found by what refers to it.
static jint JNICALL on_missed(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)size, (void)length, (void)data;
	struct klass *k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
	bool filling = k != NULL && k->is_filling;
	if (TAG_SLOT(*tag) >= FIRST_SLOT) {
		const struct slot *o = slot_at(TAG_SLOT(*tag));
		if (o->seen == 0 && o->birth <= w.gc && !(filling && o->birth == 0) && w.tagged < w.most_tagged)
			tags[w.tagged++] = *tag;
		return 0;
	}
	if (filling || *tag != 0)
		return 0;
	*tag = LIMBO;
	return ++w.found < w.most_found ? 0 : JVMTI_VISIT_ABORT;
}

void walk_missed(JNIEnv *env, bool collect) {
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_missed};
	uint32_t most = (1u << 30) / slots_end();
	w.most_tagged = most < MOST_TAGS - 1 ? most : MOST_TAGS - 1;
	w.most_found = collect ? 1 << 22 : 60000; // more is garbage, and more than 65,536 local references at once are too many
	int64_t start = clock_us();
	jvmtiError error = (*jvmti)->IterateThroughHeap(jvmti, 0, NULL, &callbacks, NULL);
	w.stood += clock_us() - start;
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
	start = clock_us();
	(*jvmti)->FollowReferences(jvmti, 0, NULL, missed.array, &references, NULL);
	w.stood += clock_us() - start;
	keep_free(env, &missed);
}

static jint JNICALL on_any(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)class_tag, (void)size, (void)length, (void)data;
	if (!w.begun) {
		w.begun = true;
		generation++;
	}
	uint32_t slot = slot_take(&w.slots);
	if (slot == 0)
		return JVMTI_VISIT_ABORT;
	*tag = *tag >> 32 << 32 | (jlong)slot;
	return 0;
}

bool walk_tag_all(JNIEnv *env) {
	(void)env;
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_any};
	w.begun = false;
	bool ok = (*jvmti)->IterateThroughHeap(jvmti, JVMTI_HEAP_FILTER_TAGGED, NULL, &callbacks, NULL) == JVMTI_ERROR_NONE;
	slots_return(&w.slots);
	return ok && recording;
}

static jint JNICALL on_tagged(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)class_tag, (void)size, (void)length, (void)data;
	*tag = 0;
	return 0;
}

void walk_untag(void) {
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_tagged};
	(*jvmti)->IterateThroughHeap(jvmti, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &callbacks, NULL);
}
