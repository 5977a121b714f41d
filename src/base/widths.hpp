#pragma once
// Which widths of lanes (base/lanes.hpp) are compiled here, and which of them this machine runs.

namespace cairn {

/// Whether this machine can run kernels of that many lanes.
bool lanes_supported(int lanes);
/// The widest lanes this machine runs well.
int best_lanes();

// WebAssembly has vectors of four, or none; everything else is compiled for all widths.
#if defined(__wasm_simd128__)
#define CAIRN_FOR_EACH_WIDTH(F, ...) F(4, __VA_ARGS__)
#elif defined(__wasm__)
#define CAIRN_FOR_EACH_WIDTH(F, ...) F(1, __VA_ARGS__)
#else
#define CAIRN_FOR_EACH_WIDTH(F, ...) F(4, __VA_ARGS__) F(1, __VA_ARGS__) F(8, __VA_ARGS__) F(16, __VA_ARGS__)
#endif

/// Defines `const Table& function(int lanes)`: the table that wide4::make(), wide8::make() and so on give. A
/// table is made when it is first asked for: the code that makes it is compiled for its width too, and a
/// processor without those instructions would die in it.
#define CAIRN_TABLE_BY_WIDTH(Table, function, make)             \
    const Table& function(int lanes) {                          \
        CAIRN_FOR_EACH_WIDTH(CAIRN_TABLE_OF_WIDTH, Table, make) \
        return function(best_lanes());                          \
    }
#define CAIRN_TABLE_OF_WIDTH(width, Table, make)        \
    if (lanes == width) {                               \
        static const Table table = wide##width::make(); \
        return table;                                   \
    }

}  // namespace cairn
