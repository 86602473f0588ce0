// Where HotSpot stores the parts of frames: offsets in bytes, and addresses of static fields.
#ifndef MEMCITY_LAYOUT_H
#define MEMCITY_LAYOUT_H

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>

struct layout {
	bool known;
	int64_t environment; // of the JNI environment in a thread
	int64_t thread_size, anchor, anchor_size, stack_base, stack_size;
	int64_t anchor_sp, anchor_pc, anchor_fp, wrapper_anchor;
	int64_t blob_name, blob_frame, blob_size, compile_id, stubs, method, code, code_header;
	int64_t heaps, list_length, list_data, heap_memory, heap_map, heap_shift, low, high, block_used, block_size;
	int64_t call_return, interpreter, stub_buffer, stub_limit;
	int64_t wrapper, sender_sp; // in words from a frame pointer
	uint64_t heap[8], heap_low[8], heap_map_low[8]; // code heaps and their maps
	int32_t heap_shift_of[8];
	int heap_count;
	uint64_t interpreter_low, interpreter_size, entry_pc;
};
extern struct layout layout;

// layout_stack returns the end of the calling thread's stack according to the VM; 0 if the system disagrees.
uint64_t layout_stack(const struct layout *l, JNIEnv *env);
// layout_find finds all of them; returns NULL, or the reason for a failure. It must be called on a Java thread.
const char *layout_find(JNIEnv *env);

#endif
