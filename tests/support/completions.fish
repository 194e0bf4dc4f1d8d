# Prints what fish offers after `absolve` and each of the lines of a file: completions.fish SCRIPT LINES
source $argv[1]
while read -l -d \n line
    set -l found
    for answer in (complete -C "absolve $line" | cut -f 1)
        # It offers the whole word, and folders with a slash.
        set -a found (string replace -r '^(--[^=]*)=' '' -- $answer | string replace -r '/$' '')
    end
    string join ' ' -- (printf '%s\n' $found | LC_ALL=C sort)
end <$argv[2]
