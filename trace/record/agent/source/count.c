#include "pause.h"

// Objects and bytes per class, of all that is in the heap; several times faster than a walk. The environment has tags of classes alone:
// the VM looks up the tag of each object, which takes twice as long among those of all objects that were walked.

static jint JNICALL on_count(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)tag, (void)length;
	struct klass *k = class_tag == 0 ? NULL : klass_at((uint32_t)class_tag - 1);
	if (k != NULL) {
		k->objects++;
		k->bytes += (uint64_t)size;
	}
	((struct looked *)data)->objects++;
	return pause_over() ? JVMTI_VISIT_ABORT : 0;
}

struct looked walk_counts(JNIEnv *env) {
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
	pause_begin(LOOK_COUNT, options.pause);
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_count};
	jvmtiError error = (*counting)->IterateThroughHeap(counting, 0, NULL, &callbacks, &l);
	l.whole = error == JVMTI_ERROR_NONE && !pause_was_over();
	l.stood = pause_end(&l.lost);
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

