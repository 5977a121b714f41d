# `cmake --install`, then `find_package(cairn)` and link `cairn::cairn`; or `pkg-config --cflags --libs cairn`.
include(CMakePackageConfigHelpers)
set(cairn_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cairn)

install(TARGETS cairn EXPORT cairn-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT cairn)
if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/include/cairn)
    install(DIRECTORY include/cairn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT cairn)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT cairn)
install(EXPORT cairn-targets NAMESPACE cairn:: DESTINATION ${cairn_package_dir} COMPONENT cairn)
configure_package_config_file(cmake/cairn-config.cmake.in ${PROJECT_BINARY_DIR}/cairn-config.cmake
    INSTALL_DESTINATION ${cairn_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cairn-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cairn-config.cmake ${PROJECT_BINARY_DIR}/cairn-config-version.cmake
    DESTINATION ${cairn_package_dir} COMPONENT cairn)

# For pkg-config. Paths are told from where the file lies, so that an installed Cairn may be moved. There is only an
# archive, so what it needs is needed by everybody: TBB where it was built with it, and, where no C++ compiler links
# (pkg-config --static), the C++ runtime.
set(cairn_pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH cairn_pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
    string(REGEX REPLACE "/$" "" cairn_pc_up "${cairn_pc_up}")
    set(cairn_pc_prefix "\${pcfiledir}/${cairn_pc_up}")
endif()
foreach(dir IN ITEMS includedir libdir)
    string(TOUPPER CMAKE_INSTALL_${dir} variable)
    set(cairn_pc_${dir} ${${variable}})
    if(NOT IS_ABSOLUTE "${${variable}}")
        set(cairn_pc_${dir} "\${prefix}/${${variable}}")
    endif()
endforeach()
set(cairn_pc_requires)
if(CAIRN_HAS_TBB)
    set(cairn_pc_requires tbb)
endif()
set(cairn_pc_runtime -lstdc++)
if("c++" IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
    set(cairn_pc_runtime -lc++)
endif()
configure_file(cmake/cairn.pc.in ${PROJECT_BINARY_DIR}/cairn.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cairn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT cairn)
