"""Prints the parts of messages as Python's email sees them: for each file its name, then a line a part, with its type, its
charset (- for none) and its decoded body in base64."""

import base64
import email
import email.errors
import email.policy
import sys


def ends_at_junk(message):
    """Whether this parser took a line that is no field for the end of a header."""
    defect = email.errors.MissingHeaderBodySeparatorDefect
    return any(isinstance(one, defect) for part in message.walk() for one in part.defects)


def leaves(part):
    # A message behind a transfer encoding is read as one by this parser, without its being decoded.
    if part.get_content_maintype() == "message" and part.get("Content-Transfer-Encoding"):
        return
    if part.is_multipart():
        for child in part.get_payload():
            yield from leaves(child)
    else:
        yield part


for name in sys.argv[1:]:
    with open(name, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.compat32)
    print(name)
    if ends_at_junk(message):
        continue
    for leaf in leaves(message):
        charset = str(leaf.get_param("charset") or "-").split()
        body = leaf.get_payload(decode=True) or b""
        print(" ", leaf.get_content_type(), charset[0] if charset else "-", base64.b64encode(body).decode())
