// The agent of Memory City records the heap of a Java virtual machine and sends it to a collector over a socket.

#include "agent.h"
#include "pause.h"

#include <stdio.h>
#include <stdlib.h>

JavaVM *vm;
jvmtiEnv *jvmti, *counting;
_Atomic bool recording, tagging;
int64_t start_us;

static _Atomic bool active; // from loading until the recording has ended
static bool can_sample, can_see_virtual;

#ifndef AGENT_VERSION
#define AGENT_VERSION "memcity agent"
#endif
// agent_version identifies a built agent in its file.
JNIEXPORT const char agent_version[] = AGENT_VERSION;

static void complain(const char *what, const char *why) { fprintf(stderr, "Memory City: %s: %s\n", what, why); }

static _Atomic uint32_t frees;

static void JNICALL on_freed(jvmtiEnv *j, jlong tag) {
	(void)j;
	frees++;
	slot_freed(tag);
}

static void JNICALL on_gc_start(jvmtiEnv *j) {
	(void)j;
	gc_started();
}

static void JNICALL on_gc_finish(jvmtiEnv *j) {
	(void)j;
	gc_finished();
}

static void JNICALL on_thread_end(jvmtiEnv *j, JNIEnv *env, jthread thread) {
	(void)j, (void)env, (void)thread;
	alloc_thread_ended();
}

static void JNICALL on_data_dump(jvmtiEnv *j) {
	(void)j;
	point_request(options.collect ? POINT_COLLECT : 0);
}

static void JNICALL on_death(jvmtiEnv *j, JNIEnv *env) {
	(void)j, (void)env;
	point_final(true);
}

static void JNICALL on_thread_start(jvmtiEnv *j, JNIEnv *env, jthread thread) {
	(void)j;
	if (shutdown_begins(env, thread))
		point_final(false);
}

bool agent_samples(void) { return can_sample && options.mode != MODE_COUNTS; }

// switch_events enables or disables the events of a recording.
static void switch_events(jvmtiEventMode mode) {
	static const jvmtiEvent events[] = {JVMTI_EVENT_GARBAGE_COLLECTION_START,
		JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, JVMTI_EVENT_DATA_DUMP_REQUEST, JVMTI_EVENT_VM_DEATH};
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		(*jvmti)->SetEventNotificationMode(jvmti, mode, events[i], NULL);
	if (mode == JVMTI_ENABLE)
		(*jvmti)->SetEventNotificationMode(jvmti, mode, JVMTI_EVENT_OBJECT_FREE, NULL);
	if (!agent_samples())
		return;
	(*jvmti)->SetEventNotificationMode(jvmti, mode, JVMTI_EVENT_THREAD_END, NULL);
	(*jvmti)->SetEventNotificationMode(jvmti, mode, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL);
}

// measure determines the header size and the alignment of arrays from the lengths at which their size grows. new_array creates an array.
static void measure(JNIEnv *env, jobject (*new_array)(JNIEnv *, jsize), jlong element, jlong *header, jlong *align) {
	jlong before = 0, first = 0;
	jsize jump = -1;
	*header = 16;
	for (jsize n = 0; n < 600; n++) {
		jobject a = new_array(env, n);
		jlong size = 0;
		if (a == NULL || (*jvmti)->GetObjectSize(jvmti, a, &size) != JVMTI_ERROR_NONE)
			break;
		(*env)->DeleteLocalRef(env, a);
		if (n == 0)
			first = size;
		else if (size != before && jump < 0) {
			jump = n;
			*header = first - (jlong)(n - 1) * element;
			if (align == NULL)
				break;
		} else if (size != before) {
			*align = size - before;
			break;
		}
		before = size;
	}
	failed(env);
}

static jobject new_bytes(JNIEnv *env, jsize n) { return (*env)->NewByteArray(env, n); }
static jobject new_longs(JNIEnv *env, jsize n) { return (*env)->NewLongArray(env, n); }
static jclass element_class;
static jobject new_objects(JNIEnv *env, jsize n) { return (*env)->NewObjectArray(env, n, element_class, NULL); }

static void put_property(struct stream *out, const char *name) {
	char *value = NULL;
	(*jvmti)->GetSystemProperty(jvmti, name, &value);
	put_text(out, value);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)value);
}

// put_program writes the name of the main class or archive, without arguments and folders.
static void put_program(struct stream *out) {
	char *value = NULL;
	(*jvmti)->GetSystemProperty(jvmti, "sun.java.command", &value);
	char name[256];
	const char *from = value == NULL ? "" : value;
	size_t n = strcspn(from, " ");
	for (const char *c = from; c < from + n; c++)
		if (*c == '/' || *c == '\\') {
			n -= (size_t)(c + 1 - from);
			from = c + 1;
		}
	snprintf(name, sizeof name, "%.*s", (int)(n > 200 ? 200 : n), from);
	put_text(out, name);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)value);
}

static void hello(JNIEnv *env) {
	jlong align = 8, header = 16, header8 = 16, references = 16, one = 0, many = 0;
	element_class = (*env)->FindClass(env, "java/lang/Object");
	measure(env, new_bytes, 1, &header, &align);
	measure(env, new_longs, 8, &header8, NULL);
	jobject a = new_objects(env, 0), b = new_objects(env, 512);
	if (a != NULL && b != NULL) {
		(*jvmti)->GetObjectSize(jvmti, a, &one);
		(*jvmti)->GetObjectSize(jvmti, b, &many);
	}
	failed(env); // the heap may be full
	jlong reference = many - one > 3000 ? 8 : 4;
	measure(env, new_objects, reference, &references, NULL);
	(*env)->DeleteLocalRef(env, a);
	(*env)->DeleteLocalRef(env, b);
	(*env)->DeleteLocalRef(env, element_class);
	struct stream out = {.kind = W_HELLO};
	if (!stream_room(&out, 4 * 4096 + 15 * MAX_VARINT))
		return;
	put(&out, WIRE_VERSION);
	put_text(&out, options.token);
	put(&out, process_id());
	put(&out, (uint64_t)unix_ms());
	put_property(&out, "java.vm.name");
	put_property(&out, "java.vm.version");
	put_program(&out);
	put(&out, options.mode);
	put(&out, (uint64_t)options.interval);
	put(&out, (uint64_t)options.depth);
	put(&out, options.late);
	put(&out, (uint64_t)align);
	put(&out, (uint64_t)reference);
	put(&out, (uint64_t)header);
	put(&out, (uint64_t)header8);
	put(&out, (uint64_t)references);
	stream_flush(&out);
}

// refused returns why this VM is not recorded; NULL if it is. ZGC was experimental before Java 15: with it, JVMTI's heap functions crash
// Java 11 in half of the runs, in the VM's own memory (malloc).
static const char *refused(void) {
	enum { SOUND = 15 };
	return vm_java() >= SOUND || !perf_is_z() ? NULL :
		"ZGC is experimental in this version of Java, and may crash while an agent looks at the heap: record it with --mode dumps or "
		"histograms, or with another collector";
}

// say_goodbye ends a recording that does not start.
static void say_goodbye(JNIEnv *env, const char *why) {
	report("%s", why);
	if (agent_end(env, false))
		agent_over();
}

// begin starts the recording, in the live phase.
static void begin(JNIEnv *env) {
	start_us = clock_us();
	int64_t cpu = thread_cpu_us();
	perf_open();
	gc_reset();
	hello(env);
	if (refused() != NULL) {
		say_goodbye(env, refused());
		return;
	}
	if (!perf_known())
		report("the performance counters of the VM cannot be read: causes and sizes of garbage collections are not known");
	else if (perf_eden_refused() != NULL)
		report("how full the heap was before a garbage collection is estimated, or not known (%s)", perf_eden_refused());
	if (!can_sample && options.mode != MODE_COUNTS)
		report("another agent of this VM watches allocations: sites are not known");
	bool sampled = agent_samples();
	int interval = options.mode == MODE_EXACT ? 0 : options.interval;
	if (sampled)
		(*jvmti)->SetHeapSamplingInterval(jvmti, interval);
	keep_start(env);
	shutdown_watch(env);
	uses_start(env);
	klasses_update(env, false, NULL, NULL);
	exact_start();
	if (options.mode == MODE_EXACT && can_sample)
		paths_start(env);
	switch_events(JVMTI_ENABLE);
	pause_calibrate(clock_us() - start_us, thread_cpu_us() - cpu);
	if (sampled && interval != VM_INTERVAL) {
		alloc_wake(env);
		if (options.late)
			report("threads that are older than the recording are watched only after their next 0.5 MB or so");
	}
	if (!point_start() && agent_end(env, false))
		agent_over();
}

static void JNICALL on_init(jvmtiEnv *j, JNIEnv *env, jthread thread) {
	(void)j, (void)thread;
	begin(env);
}

bool agent_quiet(void) {
	tagging = false;
	switch_events(JVMTI_DISABLE);
	return alloc_settle();
}

// end_frees disables the events of freed objects. HotSpot first waits for a thread that is reporting freed objects, and hangs for ever if a
// safepoint begins meanwhile. So all tags are removed first, and reports under way finish.
static void end_frees(JNIEnv *env, bool untagged) {
	walk_untag(env, untagged);
	uint32_t before = frees - 1;
	for (int i = 0; before != frees && i < 50; i++) {
		before = frees;
		thread_rest(100);
	}
	(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_DISABLE, JVMTI_EVENT_OBJECT_FREE, NULL);
}

static void leave_vm(void) {
	if (counting != NULL)
		(*counting)->DisposeEnvironment(counting);
	(*jvmti)->DisposeEnvironment(jvmti);
	counting = NULL;
}

bool agent_end(JNIEnv *env, bool untagged) {
	bool settled = agent_quiet();
	recording = false;
	end_frees(env, untagged);
	point_bye();
	bool closed = out_end();
	if (!settled || !closed)
		return false;
	shutdown_forget(env);
	uses_reset(env);
	keep_reset(env);
	alloc_reset();
	klasses_reset(env);
	chains_reset();
	slots_reset();
	walk_reset();
	leave_vm();
	perf_close();
	return true;
}

void agent_over(void) { active = false; }

// ask_capabilities requests the available capabilities. Without tags the agent cannot work.
static bool ask_capabilities(void) {
	jvmtiCapabilities there = {0}, want = {0};
	(*jvmti)->GetPotentialCapabilities(jvmti, &there);
	can_sample = there.can_generate_sampled_object_alloc_events;
	want.can_tag_objects = 1;
	want.can_generate_object_free_events = there.can_generate_object_free_events;
	want.can_generate_garbage_collection_events = there.can_generate_garbage_collection_events;
	want.can_get_source_file_name = there.can_get_source_file_name;
	want.can_get_line_numbers = there.can_get_line_numbers;
	want.can_get_constant_pool = there.can_get_constant_pool;
	want.can_generate_sampled_object_alloc_events = agent_samples();
	// can_support_virtual_threads is bit 44, since JDK 21; the headers may be older.
	can_see_virtual = vm_java() >= 21 && (((const unsigned char *)&there)[5] & 0x10) != 0;
	if (vm_java() >= 16) // before Java 16 it disables escape analysis
		want.can_get_owned_monitor_info = there.can_get_owned_monitor_info;
	if (can_see_virtual)
		((unsigned char *)&want)[5] |= 0x10;
	if (there.can_tag_objects && (*jvmti)->AddCapabilities(jvmti, &want) == JVMTI_ERROR_NONE)
		return true;
	want.can_generate_sampled_object_alloc_events = 0;
	can_sample = false;
	return there.can_tag_objects && (*jvmti)->AddCapabilities(jvmti, &want) == JVMTI_ERROR_NONE;
}

// claim reserves the recording of this VM. It waits for a recording that is ending, which takes some tenths of a second.
static bool claim(void) {
	for (int i = 0;; i++) {
		bool no = false;
		if (atomic_compare_exchange_strong(&active, &no, true))
			return true;
		if (recording || i == 300)
			return false;
		thread_rest(20);
	}
}

// enter_vm gets the JVMTI environments; false if the VM has none. No other thread may use them after leave_vm.
static bool enter_vm(void) {
	enum { JVMTI_11 = 0x300B0000 };
	if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_11) != JNI_OK)
		return false;
	jvmtiCapabilities want = {.can_tag_objects = 1};
	if ((*vm)->GetEnv(vm, (void **)&counting, JVMTI_11) != JNI_OK)
		counting = NULL;
	if (counting != NULL && (*counting)->AddCapabilities(counting, &want) == JVMTI_ERROR_NONE)
		return true;
	leave_vm();
	return false;
}

// taken is the reason why a VM that is being recorded cannot be recorded again. The recorder recognizes it by JNI_EEXIST.
static const char taken[] = "this VM is being recorded already";

// load prepares everything except the recording. It returns NULL, or the reason for a failure.
static const char *load(JavaVM *v, const char *text, bool late) {
	static char why[1000];
	if (!claim())
		return taken;
	vm = v;
	if (!options_parse(text, why, sizeof why)) {
		active = false;
		return why;
	}
	options.late |= late;
	if (!enter_vm()) {
		active = false;
		return "the VM is older than JDK 11 or has no tool interface";
	}
	jvmtiEventCallbacks callbacks = {.VMInit = on_init, .VMDeath = on_death,
		.ThreadStart = on_thread_start, .ThreadEnd = on_thread_end,
		.DataDumpRequest = on_data_dump, .GarbageCollectionStart = on_gc_start,
		.GarbageCollectionFinish = on_gc_finish, .ObjectFree = on_freed, .SampledObjectAlloc = alloc_callback};
	char error[200];
	slots_reset(); // a free of the last recording may have come late
	point_reset();
	tagging = true;
	recording = true; // unless the collector closes the connection first
	if (!uses_load())
		snprintf(why, sizeof why, "%s: cannot be added to the classes of the VM", options.uses);
	else if (!ask_capabilities())
		snprintf(why, sizeof why, "the VM lets no further agent tag objects");
	else if ((*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE)
		snprintf(why, sizeof why, "the VM takes no callbacks");
	else if (!out_open(options.socket, error, sizeof error))
		snprintf(why, sizeof why, "socket %s: %s", options.socket, error);
	else
		return NULL;
	recording = false;
	leave_vm();
	active = false;
	return why;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *v, char *text, void *reserved) {
	(void)reserved;
	const char *why = load(v, text, false);
	if (why != NULL)
		complain("nothing is recorded", why); // the program still starts
	else
		(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
	return JNI_OK;
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *v, char *text, void *reserved) {
	(void)reserved;
	JNIEnv *env = NULL;
	const char *why = load(v, text, true);
	if (why == NULL && (*v)->GetEnv(v, (void **)&env, JNI_VERSION_1_6) == JNI_OK) {
		begin(env);
		return JNI_OK;
	}
	complain("nothing is recorded", why == NULL ? "the thread is not attached" : why);
	return why == taken ? JNI_EEXIST : JNI_ERR;
}
