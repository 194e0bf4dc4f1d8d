# CMake knows no system of this name before 3.31: there is nothing to say about it, as modules are no shared libraries.
