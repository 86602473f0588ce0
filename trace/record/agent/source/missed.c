#include "walk.h"
#include "pause.h"

// Looks at the whole heap in addition to the walk: finds objects that the walk did not reach, and gives or removes all tags.

// tags are the tags that on_missed found on objects. No walk has reached these objects, but they were sampled, counted or weakly referenced.
// The VM compares each with all existing tags.
enum { MOST_TAGS = 4096 };
static jlong tags[MOST_TAGS];

// is_dormant reports whether an object without a tag may belong to the class data archive (CDS) and be unused: the class object of a class
// that is not loaded, or an object of such a class. The VM would return it, and mark it and its references as used. Java 11 with G1 then
// crashes, since the class has no loader yet (ClassLoaderData::oops_do). All loaded classes have tags.
static bool is_dormant(jlong class_tag) {
	const struct klass *k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
	return k == NULL || k->is_class;
}

// on_missed tags objects that were not reached and are older than the last GC. It skips int[], since the VM fills gaps between objects with
// such arrays. A used one is found through its references.
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
	uint32_t most = (1u << 27) / slots_end(); // a million comparisons take some 0.1 ms, in which no object can get a tag
	w.most_tagged = most < MOST_TAGS - 1 ? most : MOST_TAGS - 1;
	w.most_found = collect ? 1 << 22 : 60000; // more would be garbage, and at most 65,536 local references may exist at once
	pause_begin(LOOK_COUNT, point_longest());
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
	pause_begin(LOOK_WALK, point_longest());
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
	pause_begin(LOOK_COUNT, point_longest());
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

// untag_classes removes the tags of loaded classes, one by one.
static void untag_classes(JNIEnv *env) {
	jint n = 0;
	jclass *list = NULL;
	if ((*jvmti)->GetLoadedClasses(jvmti, &n, &list) != JVMTI_ERROR_NONE)
		return;
	local_references(env, (uint32_t)n);
	for (jint i = 0; i < n; i++) {
		(*jvmti)->SetTag(jvmti, list[i], 0);
		(*env)->DeleteLocalRef(env, list[i]);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)list);
}

// MOST_APART is the number of classes that get a look of their own when tags are removed. Each has at least a fiftieth of the objects.
enum { MOST_APART = 12, LEAST_PART = 50 };

// apart finds the classes with the most tagged objects, in descending order, and returns their number.
static int apart(struct klass **most) {
	uint64_t sum = 0;
	int n = 0;
	for (uint32_t i = 0; i < klass_count(); i++)
		sum += klass_at(i)->tagged;
	for (uint32_t i = 0; i < klass_count(); i++) {
		struct klass *k = klass_at(i);
		if (k->is_class || k->tagged < 1000 || k->tagged < sum / LEAST_PART)
			continue;
		int at = n < MOST_APART ? n++ : MOST_APART - 1;
		if (n == MOST_APART && at == MOST_APART - 1 && most[at] != NULL && most[at]->tagged >= k->tagged)
			continue;
		for (; at > 0 && most[at - 1]->tagged < k->tagged; at--)
			most[at] = most[at - 1];
		most[at] = k;
	}
	return n;
}

// untag removes the tags of the objects of a class, or of all objects, in one look; false if it was canceled. The VM skips objects of other
// classes without looking up their tags.
static bool untag(jclass c) {
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_tagged};
	pause_begin(LOOK_COUNT, options.pause);
	pause_part(options.pause / 4);
	jvmtiError error = (*jvmti)->IterateThroughHeap(jvmti, JVMTI_HEAP_FILTER_UNTAGGED, c, &callbacks, NULL);
	bool all = error != JVMTI_ERROR_NONE || !pause_was_over();
	int64_t stood = pause_end();
	if (stood > options.pause / 10)
		thread_rest((long)(stood / 2000) + 1);
	return all;
}

void walk_untag(JNIEnv *env, bool classes) {
	if (classes) {
		untag_classes(env);
		return;
	}
	struct klass *most[MOST_APART] = {NULL};
	int n = walk_reached() > 100000 ? apart(most) : 0;
	for (int i = 0; i < n; i++) {
		jobject c = most[i]->weak == NULL ? NULL : (*env)->NewLocalRef(env, most[i]->weak);
		while (c != NULL && !untag(c)) {
		}
		(*env)->DeleteLocalRef(env, c);
	}
	while (!untag(NULL)) {
	}
}
