# cmake -DOUT=file.cc -DROOT=folder -DFILES=a|b|... -P EmbedFiles.cmake
# Writes the text files as one C++ source, so that the program finds them wherever it runs (src/slipstick/core/embedded_files.h).
string(REPLACE "|" ";" files "${FILES}")
set(source "// Made by cmake/EmbedFiles.cmake.\n#include \"slipstick/core/embedded_files.h\"\n\nnamespace slipstick {\n\n")
string(APPEND source "const std::vector<EmbeddedFile>& EmbeddedFiles() {\n")
string(APPEND source "  static const std::vector<EmbeddedFile> files = {\n")
foreach(file ${files})
  file(READ "${ROOT}/${file}" text)
  string(APPEND source "{\"${file}\", R\"embedded(${text})embedded\"},\n")
endforeach()
string(APPEND source "  };\n  return files;\n}\n\n}  // namespace slipstick\n")
file(WRITE "${OUT}" "${source}")
