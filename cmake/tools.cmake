# What stands on the core: built-in and JSON scenes, the laboratory of solvers, the command line.
include(cmake/dependencies.cmake)

# cairn_tool_library(NAME FOLDERS... [EXCLUDE REGEX]): a static library of all sources below the folders, or an
# interface library while they hold none.
function(cairn_tool_library name)
    cmake_parse_arguments(arg "" "EXCLUDE" "" ${ARGN})
    set(sources)
    foreach(folder IN LISTS arg_UNPARSED_ARGUMENTS)
        file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
        list(APPEND sources ${found})
    endforeach()
    if(arg_EXCLUDE)
        list(FILTER sources EXCLUDE REGEX "${arg_EXCLUDE}")
    endif()
    if(NOT sources)
        add_library(${name} INTERFACE)
        return()
    endif()
    add_library(${name} STATIC ${sources})
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${name} PUBLIC cairn)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ${CAIRN_PIC})
    cairn_target_options(${name})
endfunction()

# cairn_link(TARGET LIBRARIES...): links publicly, whatever kind the target is.
function(cairn_link target)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
        target_link_libraries(${target} INTERFACE ${ARGN})
    else()
        target_link_libraries(${target} PUBLIC ${ARGN})
    endif()
endfunction()

cairn_tool_library(cairn_scene src/scene)
cairn_link(cairn_scene cairn nlohmann_json::nlohmann_json)

cairn_tool_library(cairn_soccer src/soccer)
cairn_link(cairn_soccer cairn_scene)

if(CAIRN_HAS_LAB)
    set(not_lab "/src/solvers/(soft_step|live)/")
    if(EMSCRIPTEN)
        # problem files and reports stay at home: only the solvers go into the page
        string(APPEND not_lab "|/src/lab/(fclib|siconos|problem|generate|solve)_?")
    endif()
    cairn_tool_library(cairn_lab src/lab src/solvers EXCLUDE "${not_lab}")
    cairn_link(cairn_lab cairn_scene Eigen3::Eigen)
    if(TARGET cairn_hdf5)
        cairn_link(cairn_lab cairn_hdf5)
    endif()
endif()

# The league's messages; their generated code is not ours to warn about.
if(CAIRN_HAS_CLI AND Protobuf_FOUND AND Protobuf_PROTOC_EXECUTABLE)
    protobuf_generate_cpp(league_sources league_headers ${PROJECT_SOURCE_DIR}/apps/cairn/proto/league.proto)
    add_library(cairn_league STATIC ${league_sources} ${league_headers})
    target_include_directories(cairn_league SYSTEM PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
    target_link_libraries(cairn_league PUBLIC protobuf::libprotobuf)
    target_compile_definitions(cairn_league PUBLIC CAIRN_HAS_PROTOBUF=1)
    set_target_properties(cairn_league PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()

# The command line is a library (so that tests reach its parts) and a main.
if(CAIRN_HAS_CLI)
    set(not_app "/apps/cairn/main\\.cpp$")
    if(NOT TARGET cairn_league)
        string(APPEND not_app "|/soccer_league_[a-z]+\\.cpp$")
    endif()
    cairn_tool_library(cairn_app apps/cairn EXCLUDE "${not_app}")
    cairn_link(cairn_app cairn_lab cairn_soccer CLI11::CLI11 fmt::fmt cairn_stb)
    if(TARGET cairn_league)
        cairn_link(cairn_app cairn_league)
    endif()
endif()
if(TARGET cairn_app AND EXISTS ${PROJECT_SOURCE_DIR}/apps/cairn/main.cpp)
    add_executable(cairn_cli apps/cairn/main.cpp)
    target_include_directories(cairn_cli PRIVATE src apps)
    target_link_libraries(cairn_cli PRIVATE cairn_app)
    set_target_properties(cairn_cli PROPERTIES OUTPUT_NAME cairn)
    cairn_target_options(cairn_cli)
    if(CAIRN_INSTALL)
        install(TARGETS cairn_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
        install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web/viewer DESTINATION ${CMAKE_INSTALL_DATADIR}/cairn
            COMPONENT tools OPTIONAL) # where it was built: cairn view finds it there
    endif()
endif()

# Prints the hashes of a few scenes; `./test --matrix` compares them between compilers, widths and machines.
if(EXISTS ${PROJECT_SOURCE_DIR}/tests/tools/hash_main.cpp)
    add_executable(cairn_hash EXCLUDE_FROM_ALL tests/tools/hash_main.cpp)
    target_include_directories(cairn_hash PRIVATE ${PROJECT_SOURCE_DIR} src)
    target_link_libraries(cairn_hash PRIVATE cairn_scene)
    target_compile_definitions(cairn_hash PRIVATE $<$<BOOL:${CAIRN_HAS_TBB}>:CAIRN_HAS_TBB=1>)
    cairn_target_options(cairn_hash)
endif()

# What the npm package is made of: web/build-wasm.
if(EMSCRIPTEN)
    add_subdirectory(src/wasm)
endif()
