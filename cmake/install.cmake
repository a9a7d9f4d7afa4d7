# Install rules: headers, both libraries, the program and its scenes, a CMake package and a
# pkg-config file.
#
# find_package(tarn) gives tarn::tarn (shared) and tarn::tarn_static. Both files find their
# prefix from where they lie, so an installed tree may be moved.
include(CMakePackageConfigHelpers)

set(TARN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tarn)

install(FILES ${TARN_PUBLIC_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tarn)
install(TARGETS tarn tarn_static EXPORT tarn-targets)
if(TARN_CLI)
    install(TARGETS tarn_cli)
    install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/tarn)
endif()

install(EXPORT tarn-targets NAMESPACE tarn:: DESTINATION ${TARN_PACKAGE_DIR})
configure_package_config_file(cmake/tarn-config.cmake.in tarn-config.cmake
                              INSTALL_DESTINATION ${TARN_PACKAGE_DIR})
write_basic_package_version_file(tarn-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tarn-config.cmake
              ${PROJECT_BINARY_DIR}/tarn-config-version.cmake DESTINATION ${TARN_PACKAGE_DIR})

# The prefix as seen from the folder of tarn.pc.
file(RELATIVE_PATH TARN_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/tarn.pc.in tarn.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tarn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
