#include "pause.h"

// Counts objects and bytes by class in the whole heap, several times faster than a walk. It uses an environment with tags on classes only,
// because the VM looks up the tag of each object, which takes twice as long among the tags of all walked objects.

static void add(jlong class, jlong size) {
	struct klass *k = class == 0 ? NULL : klass_at((uint32_t)class - 1);
	if (k != NULL) {
		k->objects++;
		k->bytes += (uint64_t)size;
	}
}

static jint JNICALL on_count(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)tag, (void)length;
	add(class_tag, size);
	((struct looked *)data)->objects++;
	return pause_over() ? JVMTI_VISIT_ABORT : 0;
}

// on_last also removes tags. The tag of a class stays, since it identifies the class of objects that follow.
static jint JNICALL on_last(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)length;
	add((jlong)TAG_CLASS(class_tag), size);
	((struct looked *)data)->objects++;
	if (TAG_CLASS(*tag) == 0 || TAG_CLASS(*tag) == STARTED)
		*tag = 0;
	return pause_over() ? JVMTI_VISIT_ABORT : 0;
}

static struct looked look(JNIEnv *env, bool last) {
	struct looked l = {0};
	slots_drain(gcs_ended);
	uint32_t number = walk_number();
	struct stream out = {.kind = W_WALK};
	if (stream_room(&out, 5 * MAX_VARINT)) {
		put(&out, number);
		put(&out, gcs_ended);
		put(&out, now_us());
		put(&out, 1);
		put(&out, at_end);
		stream_flush(&out);
	}
	uint32_t n = klass_count();
	for (uint32_t i = 0; i < n; i++)
		klass_at(i)->objects = klass_at(i)->bytes = 0;
	pause_begin(LOOK_COUNT, point_longest());
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = last ? on_last : on_count};
	jvmtiEnv *j = last ? jvmti : counting;
	jvmtiError error = (*j)->IterateThroughHeap(j, 0, NULL, &callbacks, &l);
	l.whole = error == JVMTI_ERROR_NONE && !pause_was_over();
	l.stood = pause_end();
	pause_counted(env, l.objects, l.whole);
	struct stream counts = {.kind = W_COUNTS};
	for (uint32_t i = 0; i < n && l.whole; i++) {
		struct klass *k = klass_at(i);
		if (k->objects == 0 || !stream_room(&counts, 3 * MAX_VARINT))
			continue;
		put(&counts, i);
		put(&counts, k->objects);
		put(&counts, k->bytes);
	}
	stream_flush(&counts);
	out = (struct stream){.kind = W_WALK_END};
	if (stream_room(&out, 4 * MAX_VARINT)) {
		put(&out, number);
		put(&out, (uint64_t)l.stood);
		put(&out, l.objects);
		put(&out, l.whole);
		stream_flush(&out);
	}
	return l;
}

struct looked walk_counts(JNIEnv *env) { return look(env, false); }

struct looked walk_counts_last(JNIEnv *env) { return look(env, true); }
