# Compile options shared by every Cairn target.

if(PROJECT_IS_TOP_LEVEL)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
    endif()
    # With ccache, what was compiled once is not compiled again. Without it, on a machine that sees Cairn for the first
    # time, half of the compilers' time is reading the libraries' headers: those are precompiled. Not both: a precompiled
    # header is another file in every checkout, and the cache would find nothing.
    find_program(CAIRN_CCACHE ccache)
    if(NOT CAIRN_CCACHE)
        set(CAIRN_PRECOMPILE ON)
    elseif(NOT CMAKE_CXX_COMPILER_LAUNCHER)
        set(CMAKE_CXX_COMPILER_LAUNCHER ${CAIRN_CCACHE})
        set(CMAKE_C_COMPILER_LAUNCHER ${CAIRN_CCACHE})
    endif()
    set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

if(CAIRN_SANITIZE)
    add_compile_options(-fsanitize=${CAIRN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
    add_link_options(-fsanitize=${CAIRN_SANITIZE})
endif()

# The same bits everywhere: contraction is off so that no compiler fuses a*b+c; errno and floating-point
# exception flags are not observed, which lets loops become vectors and changes no value.
set(CAIRN_FLOAT_OPTIONS -ffp-contract=off -fno-math-errno -fno-trapping-math)
set(CAIRN_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
set(CAIRN_PIC ON) # a static library that shared ones may be made of
if(EMSCRIPTEN)
    set(CAIRN_PIC OFF) # there are none, and it would cost speed
    list(APPEND CAIRN_WARNINGS -Wno-shorten-64-to-32) # a 64-bit number that indexes an array: right with 32 bits too
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 sees these inside std::string and std::variant, where they are not (GCC bugs 105651, 105562); the last two
    # only where headers are precompiled (105329).
    list(APPEND CAIRN_WARNINGS -Wno-restrict -Wno-maybe-uninitialized)
    if(CAIRN_PRECOMPILE)
        list(APPEND CAIRN_WARNINGS -Wno-array-bounds -Wno-stringop-overflow)
    endif()
endif()

function(cairn_target_options target)
    target_compile_options(${target} PRIVATE ${CAIRN_FLOAT_OPTIONS})
    if(PROJECT_IS_TOP_LEVEL)
        target_compile_options(${target} PRIVATE ${CAIRN_WARNINGS} $<$<BOOL:${CAIRN_WERROR}>:-Werror>)
    endif()
    target_compile_definitions(${target} PRIVATE CAIRN_VERSION="${PROJECT_VERSION}")
endfunction()

# cairn_precompile(TARGET HEADERS...): the standard library's headers and these are read once for all of the target's
# files. A file includes what it uses all the same: where there is ccache nothing is precompiled.
function(cairn_precompile target)
    if(CAIRN_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cmath> <cstdint> <cstdio> <cstring>
            <functional> <limits> <map> <memory> <optional> <span> <string> <variant> <vector> ${ARGN})
    endif()
endfunction()

# cairn_unite(TARGET): eight of the target's sources are one file for the compiler. A library like Eigen or CLI11 is read
# once for all of them, and what they use of it is compiled once: laboratory, command line and tests take a third of the
# time from nothing. Names that two files give to different things of their own collide, so they say what they are.
function(cairn_unite target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${CAIRN_UNITE} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# cairn_cold(TARGET): nothing in it takes time worth having when it runs (command lines, reports, readers of files, tests),
# but a third less to compile with -O1. A release build's other code is compiled with -O3. No result depends on it: see
# CAIRN_FLOAT_OPTIONS.
function(cairn_cold target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
