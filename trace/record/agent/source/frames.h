// The frames of a stack as the VM laid them out; paths.c keeps what they mean.
#ifndef MEMCITY_FRAMES_H
#define MEMCITY_FRAMES_H

#include "agent.h"
#include "layout.h"

// A cursor is at one frame.
struct cursor {
	uint64_t sp, pc, fp; // pc is 0 where the stack ends
	uint64_t low, high;  // the part of the stack that is in use
};

// Code is a piece of what the VM compiled.
struct code {
	uint32_t size;      // of its frames in bytes
	uint64_t method;    // the VM's address of the method; 0 for stubs
	const uint32_t *id; // where the number of the compilation is, which is never given again
	bool entry;         // C calls Java here
};

// frames_begin starts at the innermost frame of the calling thread; false if that cannot be.
bool frames_begin(JNIEnv *env, struct cursor *c);
// frames_key returns what decides the meaning of a frame: the return address; for the interpreter bytecode and method.
bool frames_key(const struct cursor *c, uint64_t *pc, uint64_t *method);
// frames_up goes to the caller, from a frame of the interpreter if method is not 0, else from one of so many bytes.
bool frames_up(struct cursor *c, uint64_t method, uint32_t size);
// frames_code finds the code of an address on the stack of the calling thread; false if such frames are not walked.
bool frames_code(uint64_t pc, struct code *code);
uint64_t frames_method(jmethodID m); // the VM's address of a method; 0 if it cannot be read
// frames_at reports whether a frame of GetStackTrace is at the same bytecode as one of the interpreter, which is of the same method.
bool frames_at(uint64_t method, uint64_t pc, const struct frame *f);

#endif
