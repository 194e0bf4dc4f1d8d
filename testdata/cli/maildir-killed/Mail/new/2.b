Content-Type: text/html

<a href="y">
