Content-Type: text/html

<a href="x">
