# Toolchain: WebAssembly from Debian's emscripten (web/build-wasm calls it). The files it makes need no JavaScript of
# Emscripten's: the package brings its own loader.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER emcc)
set(CMAKE_CXX_COMPILER em++)
set(CMAKE_AR emar CACHE FILEPATH "archiver")
set(CMAKE_RANLIB emranlib CACHE FILEPATH "indexer")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE NEVER)
set(EMSCRIPTEN ON)
