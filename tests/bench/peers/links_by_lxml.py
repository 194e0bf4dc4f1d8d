# lxml: links made absolute, as its own function has it.
import sys

import lxml.html

url, repeats, *files = sys.argv[1:]
size = 0
for _ in range(int(repeats)):
    for name in files:
        with open(name, "rb") as file:
            page = lxml.html.document_fromstring(file.read())
        page.make_links_absolute(url, handle_failures="ignore")
        size += len(lxml.html.tostring(page))
print(size)
