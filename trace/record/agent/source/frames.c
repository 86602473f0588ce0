#include "agent.h"
#include "frames.h"

// The frames of the calling thread as they lie on its stack, below the call into the VM that allocates. A frame of compiled
// code has the size that its code says; above it are the return address and what the caller had in its frame pointer. One of
// the interpreter hangs on its frame pointer. Where C calls Java the VM notes where Java stopped before. Nothing is read but
// the thread's own stack and the headers of code that is on it, which cannot go away meanwhile.

// Places in a frame of the interpreter, in words from its frame pointer; not in the tables of layout.c, therefore each is
// compared with GetStackTrace when it is learnt.
enum { FRAME_METHOD = -3, FRAME_BYTECODE = -8 };

static uint64_t word(uint64_t at) { return *(const uint64_t *)(uintptr_t)at; }

static bool is_interpreter(uint64_t pc) { return pc - layout.interpreter_low < layout.interpreter_size; }

// go_on moves to where an anchor says that Java stopped.
static bool go_on(struct cursor *c, uint64_t anchor) {
	uint64_t sp = word(anchor + (uint64_t)layout.anchor_sp);
	if (sp == 0) {
		c->pc = 0;
		return true;
	}
	if (sp <= c->sp || sp >= c->high || (sp & 7) != 0)
		return false;
	c->pc = word(anchor + (uint64_t)layout.anchor_pc);
	if (c->pc == 0)
		c->pc = word(sp - 8);
	c->fp = word(anchor + (uint64_t)layout.anchor_fp);
	c->sp = sp;
	return c->pc != 0;
}

bool frames_begin(JNIEnv *env, struct cursor *c) {
	if (!layout.known)
		return false;
	uint64_t thread = (uint64_t)(uintptr_t)env - (uint64_t)layout.environment;
	c->sp = (uint64_t)(uintptr_t)__builtin_frame_address(0);
	c->high = word(thread + (uint64_t)layout.stack_base);
	return go_on(c, thread + (uint64_t)layout.anchor);
}

bool frames_key(const struct cursor *c, uint64_t *pc, uint64_t *method) {
	*pc = c->pc;
	*method = 0;
	if (!is_interpreter(c->pc))
		return true;
	if (c->fp < c->sp || c->fp + 16 > c->high || (c->fp & 7) != 0 || c->fp - c->sp < 8 * -FRAME_METHOD)
		return false;
	*pc = word(c->fp + 8 * (uint64_t)FRAME_BYTECODE);
	*method = word(c->fp + 8 * (uint64_t)FRAME_METHOD);
	return *method != 0;
}

bool frames_up(struct cursor *c, uint64_t method, uint32_t size) {
	if (method != 0) {
		uint64_t sp = word(c->fp + 8 * (uint64_t)layout.sender_sp);
		c->pc = word(c->fp + 8);
		if (sp <= c->fp || sp > c->high || (sp & 7) != 0)
			return false;
		c->sp = sp;
		c->fp = word(c->fp);
		return true;
	}
	if (c->pc == layout.entry_pc) {
		uint64_t place = c->fp + 8 * (uint64_t)layout.wrapper;
		if (place < c->sp || place + 8 > c->high || (place & 7) != 0)
			return false;
		uint64_t anchor = word(place) + (uint64_t)layout.wrapper_anchor;
		if (anchor < c->sp || anchor > c->high - 64 || (anchor & 7) != 0)
			return false;
		return go_on(c, anchor);
	}
	uint64_t sp = c->sp + size;
	if (size < 16 || sp > c->high)
		return false;
	c->sp = sp;
	c->pc = word(sp - 8);
	c->fp = word(sp - 16);
	return true;
}

// find_blob returns the header of the code around an address: a map has for each piece of a heap the distance to the first
// piece of its block, in steps, and 0xff where nothing is.
static const char *find_blob(uint64_t pc) {
	for (int i = 0; i < layout.heap_count; i++) {
		const char *heap = layout.heap[i];
		uint64_t low = *(const uint64_t *)(heap + layout.heap_memory + layout.low), high = *(const uint64_t *)(heap + layout.heap_memory + layout.high);
		if (pc < low || pc >= high)
			continue;
		const uint8_t *map = *(const uint8_t *const *)(heap + layout.heap_map + layout.low);
		int32_t shift = *(const int32_t *)(heap + layout.heap_shift);
		uint64_t at = (pc - low) >> shift;
		if (map[at] == 0xff)
			return NULL;
		while (map[at] > 0) {
			if (map[at] > at)
				return NULL;
			at -= map[at];
		}
		const char *block = (const char *)(uintptr_t)(low + (at << shift));
		return block[layout.block_used] != 0 ? block + layout.block_size : NULL;
	}
	return NULL;
}

bool frames_code(uint64_t pc, struct code *code) {
	static const char *const not_walked[] = {"DeoptimizationBlob", "UncommonTrapBlob", "ExceptionBlob", "SafepointBlob", "Interpreter"};
	*code = (struct code){0};
	if (pc == layout.entry_pc)
		return code->entry = true;
	const char *blob = find_blob(pc);
	const char *name = blob == NULL ? NULL : *(const char *const *)(blob + layout.blob_name);
	if (name == NULL)
		return false;
	uint64_t start = (uint64_t)(uintptr_t)blob;
	int32_t words = *(const int32_t *)(blob + layout.blob_frame), size = *(const int32_t *)(blob + layout.blob_size);
	if (words < 2 || words > 1 << 16 || size <= 0 || pc - start >= (uint64_t)size)
		return false;
	code->size = (uint32_t)words * 8;
	if (strcmp(name, "nmethod") == 0 || strcmp(name, "native nmethod") == 0) {
		code->method = *(const uint64_t *)(blob + layout.method);
		code->id = (const uint32_t *)(blob + layout.compile_id);
		// Behind the code itself are the stubs; to that for deoptimization return addresses of any place are set.
		return code->method != 0 && pc < start + (uint64_t)*(const int32_t *)(blob + layout.stubs);
	}
	for (size_t i = 0; i < sizeof not_walked / sizeof *not_walked; i++)
		if (strcmp(name, not_walked[i]) == 0)
			return false;
	return true;
}

bool frames_is(uint64_t method, uint64_t pc, const struct frame *f, bool interpreted) {
	if (*(const uint64_t *)(const void *)f->method != method)
		return false;
	if (!interpreted || f->bci < 0)
		return true;
	uint64_t code = word(method + (uint64_t)layout.code) + (uint64_t)layout.code_header;
	return pc - code == (uint64_t)(uint32_t)f->bci;
}
