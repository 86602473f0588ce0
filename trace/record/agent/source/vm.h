// What HotSpot says of its own structures, and reads of its memory that cannot fault.
#ifndef MEMCITY_VM_H
#define MEMCITY_VM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A part of the agent that needs the VM's internal structures. Each has the versions of Java that it was tested with.
enum vm_part { VM_EDEN, VM_FRAMES };

// vm_refuses returns why a part must do without the VM's internals: they are switched off, or this version or build of the VM
// was not tested, or memory cannot be read here without the danger of a fault. NULL if it may use them.
const char *vm_refuses(enum vm_part part);

// A field of one of the VM's types, as the agent expects it.
struct vm_field {
	const char *type, *name;
	bool is_static;
	int64_t *value; // becomes the address of a static field, the offset in bytes of another
};

// vm_fields looks up at most 63 fields, in one pass of some milliseconds. It returns false unless the VM has all of them, static where
// that is expected and only there, and the others inside of their types.
bool vm_fields(const struct vm_field *wanted, size_t count);
bool vm_size(const char *type, int64_t *bytes);
bool vm_constant(const char *name, int64_t *value);

// vm_read copies bytes of the VM's memory; false if they cannot be read, whatever the address. It costs a system call.
bool vm_read(uint64_t at, void *to, size_t bytes);
bool vm_word(uint64_t at, uint64_t *value); // 8 bytes, aligned
bool vm_int(uint64_t at, int32_t *value);
// vm_text copies a text that ends within size bytes; false if it does not.
bool vm_text(uint64_t at, char *text, size_t size);

#endif
