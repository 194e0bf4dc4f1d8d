# Prints what bash offers after `absolve` and each of the lines of a file: completions.bash SCRIPT LINES
. "$1"
while IFS= read -r line; do
  word=${line##* }
  parted=${line//=/ = }  # as readline does
  read -ra COMP_WORDS <<< "absolve $parted"
  [[ $word == *= || -z $word ]] && [[ $word != *= ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _absolve
  printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -s -d ' '
done < "$2"
