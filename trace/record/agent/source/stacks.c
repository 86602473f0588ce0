#include "pause.h"

// Takes the threads of a walk with their frames, just before the walk.

enum {
	MOST_FRAMES = 512,    // largest number of frames sent for a thread
	LEAST_FRAMES = 32,    // frames of each thread if there are many
	ALL_FRAMES = 1 << 17, // approximate limit for all threads; the VM stops the program for some 0.1 µs per frame
};
static jint threads; // number of threads in the last walk

static void send_stack(JNIEnv *env, struct stream *out, const jvmtiStackInfo *s) {
	jvmtiThreadInfo info = {0};
	uint32_t slot = slot_of_object(s->thread);
	if (slot == 0 || (*jvmti)->GetThreadInfo(jvmti, s->thread, &info) != JVMTI_ERROR_NONE)
		return;
	if (stream_room(out, 4096 + (size_t)(2 * s->frame_count + 3) * MAX_VARINT)) {
		put(out, slot);
		put_text(out, info.name);
		put(out, (uint64_t)s->frame_count);
		for (jint i = 0; i < s->frame_count; i++) {
			put(out, (uint64_t)(method_number(s->frame_buffer[i].method) + 1));
			put(out, s->frame_buffer[i].location < 0 ? 0 : (uint64_t)s->frame_buffer[i].location + 1);
		}
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
	if (info.thread_group != NULL)
		(*env)->DeleteLocalRef(env, info.thread_group);
	if (info.context_class_loader != NULL)
		(*env)->DeleteLocalRef(env, info.context_class_loader);
}

// frame_count returns the number of frames of a thread. taken of them were read, at most limit.
static uint64_t frame_count(jthread thread, jint taken, jint limit) {
	jint all = taken;
	if (taken == limit && (*jvmti)->GetFrameCount(jvmti, thread, &all) != JVMTI_ERROR_NONE)
		all = taken;
	return (uint64_t)(all > taken ? all : taken);
}

// Before each look at the heap, Java 16 and later stop all threads and give a place in the heap to objects that compiled code keeps in
// registers (EscapeBarrier). Two parts of that can take seconds:
// - For each frame with such objects, the VM walks the stack again from its innermost frame. The time is quadratic in the depth: 100,000
//   frames of a recursion took 94 and 137 s. This is predicted, and the look waits.
// - Each compiled frame with such objects becomes an interpreted frame in an operation of its own, which takes 0.1 ms: 2,000 threads with 13
//   such frames each took 2.5 s. So each thread is prepared separately, with time for the program in between. A frame stays interpreted. An
//   agent that is loaded into a running program cannot prepare threads, and assumes the worst case until the first look.
enum {
	BARRIER = 16,   // first version of Java with the barrier
	SETTLED = 200,  // a thread that takes less had nothing to prepare, in µs
	SLICE = 5000,   // after so much preparation the program runs for as long, in µs
	FRAME = 100,    // largest time per frame, in µs
};

static double predict(double frames) { // in µs
	const double deep = 0.01, usual = 0.001; // for each pair of frames; all frames of a recursion are alike
	const double deep_from = 4000;
	return frames * frames * (frames >= deep_from ? deep : usual);
}

// prepare prepares one thread by a function whose result is ignored. It returns the time in µs.
static int64_t prepare(JNIEnv *env, jthread thread) {
	jint n = 0;
	jobject *monitors = NULL;
	int64_t start = clock_us();
	if ((*jvmti)->GetOwnedMonitorInfo(jvmti, thread, &n, &monitors) != JVMTI_ERROR_NONE)
		n = 0;
	int64_t us = clock_us() - start;
	local_references(env, (uint32_t)n);
	for (jint i = 0; i < n; i++)
		(*env)->DeleteLocalRef(env, monitors[i]);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)monitors);
	return us;
}

int64_t stacks_prepare(JNIEnv *env, int64_t most, int64_t *lost) {
	jint n = 0;
	jthread *list = NULL;
	jvmtiCapabilities can = {0};
	*lost = 0;
	if (vm_java() < BARRIER || (*jvmti)->GetAllThreads(jvmti, &n, &list) != JVMTI_ERROR_NONE)
		return 0;
	(*jvmti)->GetCapabilities(jvmti, &can);
	local_references(env, (uint32_t)n);
	int64_t approach = pause_approach(), slice = 0;
	double us = can.can_get_owned_monitor_info || approach < 0 ? 0 : (double)approach;
	bool ready = true, worst = !can.can_get_owned_monitor_info && approach < 0;
	for (jint i = 0; i < n; i++) {
		jint frames = 0;
		double predicted = (*jvmti)->GetFrameCount(jvmti, list[i], &frames) == JVMTI_ERROR_NONE ? predict((double)frames) : 0;
		us += worst ? (double)frames * FRAME + predicted : predicted;
		ready &= *lost <= most;
		int64_t took = ready && can.can_get_owned_monitor_info && predicted < SLICE ? prepare(env, list[i]) : 0;
		if (took > SETTLED) { // on a busy machine it may just have waited for a processor
			took = took < frames * FRAME ? took : frames * FRAME;
			*lost += took;
			slice += took;
		}
		if (slice >= SLICE) {
			thread_rest((long)(slice / 1000));
			slice = 0;
		}
		(*env)->DeleteLocalRef(env, list[i]);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)list);
	return ready ? (int64_t)us : -1;
}

uint64_t stacks_send(JNIEnv *env, int64_t *us) {
	jvmtiStackInfo *stacks = NULL;
	jint n = 0, limit = threads > 0 ? ALL_FRAMES / threads : MOST_FRAMES;
	limit = limit < LEAST_FRAMES ? LEAST_FRAMES : limit > MOST_FRAMES ? MOST_FRAMES : limit;
	int64_t start = clock_us();
	jvmtiError error = (*jvmti)->GetAllStackTraces(jvmti, limit, &stacks, &n);
	*us = clock_us() - start;
	if (error != JVMTI_ERROR_NONE)
		return 0;
	threads = n;
	local_references(env, (uint32_t)n);
	uint64_t frames = 0;
	struct stream out = {.kind = W_STACKS};
	for (jint i = 0; i < n; i++) {
		frames += frame_count(stacks[i].thread, stacks[i].frame_count, limit);
		send_stack(env, &out, &stacks[i]);
		(*env)->DeleteLocalRef(env, stacks[i].thread);
	}
	stream_flush(&out);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)stacks);
	return frames;
}
