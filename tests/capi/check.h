#ifndef CAIRN_TESTS_CAPI_CHECK_H
#define CAIRN_TESTS_CAPI_CHECK_H
// Checks that count: a program returns failures() from main, so it ends non-zero when one of them did not
// hold.

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failure_count = 0;

static inline int failures(const char* program) {
    printf("%s: %d failures\n", program, failure_count);
    return failure_count == 0 ? 0 : 1;
}

static inline void check_failed(const char* file, int line, const char* what) {
    printf("%s:%d: %s\n", file, line, what);
    ++failure_count;
}

#define CHECK(condition)                                                \
    do {                                                                \
        if (!(condition)) check_failed(__FILE__, __LINE__, #condition); \
    } while (0)

#define CHECK_NEAR(value, expected, tolerance)                                                     \
    do {                                                                                           \
        const double value_now = (double)(value), value_wanted = (double)(expected);               \
        if (!(fabs(value_now - value_wanted) <= (double)(tolerance))) {                            \
            char text[256];                                                                        \
            snprintf(text, sizeof text, "%s is %g, expected %g", #value, value_now, value_wanted); \
            check_failed(__FILE__, __LINE__, text);                                                \
        }                                                                                          \
    } while (0)

// The last call failed and its message contains `part`.
#define CHECK_ERROR(part)                                                                                 \
    do {                                                                                                  \
        if (!strstr(cairn_last_error(), part)) {                                                          \
            char text[1400];                                                                              \
            snprintf(text, sizeof text, "the error is \"%s\", expected \"%s\" in it", cairn_last_error(), \
                     (const char*)(part));                                                                \
            check_failed(__FILE__, __LINE__, text);                                                       \
        }                                                                                                 \
    } while (0)

#define CHECK_NO_ERROR() CHECK(cairn_last_error()[0] == 0)

#endif
