# `cmake --install`, then `find_package(cairn)` and link `cairn::cairn`.
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
