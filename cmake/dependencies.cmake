# Libraries of the tools (never of the core), all from the distribution's packages; `./run` and `./test` install
# them. What is missing leaves out the part that needs it, and says so.
set(CAIRN_HAS_LAB OFF)
set(CAIRN_HAS_CLI OFF)

if(CMAKE_CROSSCOMPILING)
    # Only scenes are built for another machine. The host's /usr/include must not enter a cross compiler's path, so
    # the one header-only library needed there is reached through a link of its own.
    find_path(CAIRN_HOST_JSON nlohmann/json.hpp PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/host_include)
    file(CREATE_LINK ${CAIRN_HOST_JSON}/nlohmann ${PROJECT_BINARY_DIR}/host_include/nlohmann SYMBOLIC)
    add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
    target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${PROJECT_BINARY_DIR}/host_include)
    return()
endif()

find_package(nlohmann_json REQUIRED)
find_package(Eigen3 QUIET NO_MODULE)
find_package(CLI11 QUIET)
find_package(fmt QUIET)
find_path(CAIRN_STB_INCLUDE stb/stb_image_write.h)

if(Eigen3_FOUND)
    set(CAIRN_HAS_LAB ON)
else()
    message(STATUS "Eigen3 not found: no laboratory, no command line")
endif()
if(CAIRN_HAS_LAB AND CLI11_FOUND AND fmt_FOUND AND CAIRN_STB_INCLUDE)
    set(CAIRN_HAS_CLI ON)
    add_library(cairn_stb INTERFACE)
    target_include_directories(cairn_stb SYSTEM INTERFACE ${CAIRN_STB_INCLUDE})
else()
    message(STATUS "CLI11, fmt or stb not found: no command line")
endif()

enable_language(C) # FindHDF5 asks for the C compiler; tests of the C API use it too
find_package(HDF5 QUIET COMPONENTS C)
if(HDF5_FOUND)
    add_library(cairn_hdf5 INTERFACE)
    target_include_directories(cairn_hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
    target_link_libraries(cairn_hdf5 INTERFACE ${HDF5_C_LIBRARIES})
    target_compile_definitions(cairn_hdf5 INTERFACE CAIRN_HAS_HDF5=1)
else()
    message(STATUS "HDF5 not found: no FCLIB problem files")
endif()
