"""Compares messages with their rewritten forms: headers, and all parts but HTML and CSS, must decode to the same bytes."""

import email
import email.errors
import email.policy
import sys


def leaves(part):
    # A message behind a transfer encoding is read as one by this parser, without its being decoded.
    encoded_message = part.get_content_maintype() == "message" and part.get("Content-Transfer-Encoding")
    readable = part.get_content_type() in ("text/html", "application/xhtml+xml", "text/css")
    if part.is_multipart() and not encoded_message:
        yield part.items(), None
        for child in part.get_payload():
            yield from leaves(child)
    else:
        yield part.items(), None if encoded_message or readable else part.get_payload(decode=True)


def read(name):
    with open(name, "rb") as file:
        return email.message_from_binary_file(file, policy=email.policy.compat32)


def ends_at_junk(message):
    """Whether this parser took a line that is no field for the end of a header."""
    defect = email.errors.MissingHeaderBodySeparatorDefect
    return any(isinstance(one, defect) for part in message.walk() for one in part.defects)


compared = 0
for name in sys.argv[1:]:
    before = read(name)
    if ends_at_junk(before):
        continue
    if list(leaves(before)) != list(leaves(read(name[:-3] + "new"))):
        sys.exit(name + " differs")
    compared += 1
print(compared)
