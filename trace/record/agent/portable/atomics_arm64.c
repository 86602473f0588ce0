// What compilers for arm64 call for atomic operations. Their own library has these too, in one piece with a memcpy that is slower than
// that of the C library, and would take its place.
#ifdef __aarch64__
#include <stdint.h>

// UPDATE defines __aarch64_<op><bytes>_<order>: *at becomes what compute makes of it (%0) and value (%4) in %1; the old one is returned.
// The strongest order serves for all.
#define UPDATE(op, bytes, order, type, suffix, r, compute)                                                                   \
	__attribute__((visibility("hidden"))) type __aarch64_##op##bytes##_##order(type value, type *at);                        \
	type __aarch64_##op##bytes##_##order(type value, type *at) {                                                             \
		type old, next;                                                                                                      \
		uint32_t failed;                                                                                                     \
		__asm__ volatile("1:\tldaxr" suffix "\t%" r "0, [%3]\n\t" compute "\n\tstlxr" suffix "\t%w2, %" r "1, [%3]\n"        \
						 "\tcbnz\t%w2, 1b"                                                                                   \
						 : "=&r"(old), "=&r"(next), "=&r"(failed)                                                            \
						 : "r"(at), "r"(value)                                                                               \
						 : "memory");                                                                                        \
		return old;                                                                                                          \
	}

// EXCHANGE_IF defines __aarch64_cas<bytes>_<order>: *at becomes desired if it is as expected; the old one is returned.
#define EXCHANGE_IF(bytes, order, type, suffix, r, extend)                                                                   \
	__attribute__((visibility("hidden"))) type __aarch64_cas##bytes##_##order(type expected, type desired, type *at);        \
	type __aarch64_cas##bytes##_##order(type expected, type desired, type *at) {                                             \
		type old;                                                                                                            \
		uint32_t failed;                                                                                                     \
		__asm__ volatile("1:\tldaxr" suffix "\t%" r "0, [%2]\n\tcmp\t%" r "0, %" r "3" extend "\n\tb.ne\t2f\n"               \
						 "\tstlxr" suffix "\t%w1, %" r "4, [%2]\n\tcbnz\t%w1, 1b\n2:"                                        \
						 : "=&r"(old), "=&r"(failed)                                                                         \
						 : "r"(at), "r"(expected), "r"(desired)                                                              \
						 : "memory", "cc");                                                                                  \
		return old;                                                                                                          \
	}

#define WIDTH(bytes, order, type, suffix, r, extend)                                                                         \
	EXCHANGE_IF(bytes, order, type, suffix, r, extend)                                                                       \
	UPDATE(swp, bytes, order, type, suffix, r, "mov\t%" r "1, %" r "4")                                                      \
	UPDATE(ldadd, bytes, order, type, suffix, r, "add\t%" r "1, %" r "0, %" r "4")                                           \
	UPDATE(ldset, bytes, order, type, suffix, r, "orr\t%" r "1, %" r "0, %" r "4")                                           \
	UPDATE(ldclr, bytes, order, type, suffix, r, "bic\t%" r "1, %" r "0, %" r "4")

#define ORDER(order)                                                                                                         \
	WIDTH(1, order, uint8_t, "b", "w", ", uxtb")                                                                             \
	WIDTH(4, order, uint32_t, "", "w", "")                                                                                   \
	WIDTH(8, order, uint64_t, "", "", "")

ORDER(relax)
ORDER(acq)
ORDER(rel)
ORDER(acq_rel)
#endif
