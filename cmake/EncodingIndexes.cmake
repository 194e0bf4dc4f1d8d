# Turns the indexes of the Encoding Standard into initializers of C++ tables:
#
#     0<tab>0x3000  ->  {0, 0x3000},
#
# cmake -DINDEXES=data/encoding -DTABLES=encoding_indexes.h -P EncodingIndexes.cmake
set(tables "")
foreach(name big5 euc-kr gb18030 gb18030-ranges jis0208 jis0212)
  file(READ ${INDEXES}/index-${name}.txt rows)
  string(REGEX REPLACE "#[^\n]*\n" "" rows "${rows}")
  string(REGEX REPLACE " *([0-9]+)\t(0x[0-9A-F]+)[^\n]*" "{\\1, \\2}," rows "${rows}")
  string(REPLACE "-" "_" name ${name})
  string(APPEND tables "constexpr Row ${name}_rows[] = {${rows}};\n")
endforeach()
file(WRITE ${TABLES} "${tables}")
