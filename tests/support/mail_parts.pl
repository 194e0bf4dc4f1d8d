# Prints the parts of messages as Perl's MIME::Parser sees them: for each file its name, then a line a part, with its type,
# its charset (- for none) and its decoded body in base64.
use strict;
use warnings;
use MIME::Base64;
use MIME::Parser;

sub show {
  my ($entity) = @_;
  # A message behind a transfer encoding is read as one, without its being decoded.
  return if $entity->mime_type =~ m{^message/} && $entity->head->mime_encoding =~ /^(base64|quoted-printable)$/;
  return map { show($_) } $entity->parts if $entity->parts;
  my $charset = $entity->head->mime_attr('content-type.charset') || '-';
  $charset =~ s/\s.*//s;
  my $body = $entity->bodyhandle ? $entity->bodyhandle->as_string : '';
  print "  ", $entity->effective_type, " ", $charset eq '' ? '-' : $charset, " ", encode_base64($body, ''), "\n";
}

for my $name (@ARGV) {
  my $parser = MIME::Parser->new;
  $parser->output_to_core(1);
  $parser->tmp_to_core(1);
  my $message = eval { $parser->parse_open($name) };
  print "$name\n";
  show($message) if $message;
}
