# Compile options shared by every Cairn target.

if(PROJECT_IS_TOP_LEVEL)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
    endif()
    find_program(CAIRN_CCACHE ccache)
    if(CAIRN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
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
    # g++ 12 sees these two inside std::string and std::variant, where they are not (GCC bugs 105651, 105562).
    list(APPEND CAIRN_WARNINGS -Wno-restrict -Wno-maybe-uninitialized)
endif()

function(cairn_target_options target)
    target_compile_options(${target} PRIVATE ${CAIRN_FLOAT_OPTIONS})
    if(PROJECT_IS_TOP_LEVEL)
        target_compile_options(${target} PRIVATE ${CAIRN_WARNINGS} $<$<BOOL:${CAIRN_WERROR}>:-Werror>)
    endif()
    target_compile_definitions(${target} PRIVATE CAIRN_VERSION="${PROJECT_VERSION}")
endfunction()
