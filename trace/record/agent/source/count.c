#include "agent.h"

// Objects and bytes per class, of all that is in the heap; several times faster than a walk.

static jint JNICALL on_count(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)tag, (void)length;
	struct klass *k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
	if (k != NULL) {
		k->objects++;
		k->bytes += (uint64_t)size;
	}
	(*(uint64_t *)data)++;
	return 0;
}

bool walk_counts(uint64_t *objects, uint64_t *pause) {
	slots_drain(gcs_ended);
	*objects = 0;
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
	int64_t start = clock_us();
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_count};
	bool ok = (*jvmti)->IterateThroughHeap(jvmti, 0, NULL, &callbacks, objects) == JVMTI_ERROR_NONE;
	*pause = (uint64_t)(clock_us() - start);
	struct stream counts = {.kind = W_COUNTS};
	for (uint32_t i = 0; i < n && ok; i++) {
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
		put(&out, *pause);
		put(&out, *objects);
		put(&out, ok);
		stream_flush(&out);
	}
	return ok;
}

