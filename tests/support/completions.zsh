# Prints what zsh makes of `absolve` and each of the lines of a file, when the tab key is struck: completions.zsh
# FOLDER-OF-_absolve LINES. The shell that is asked has a terminal of its own, and writes what it has to a file.
zmodload zsh/zpty || exit 77
answers=$PWD/../answers
cat > $answers.rc <<END
PS1=; unsetopt beep
fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -D -u
tell() { print -r -- "\$BUFFER" >> ${(q)answers} }
zle -N tell; zle -N zle-line-init tell
bindkey '^X^X' tell; bindkey '^I' complete-word; bindkey '^U' kill-whole-line
END
zpty asked zsh -f -i
zpty -w asked ". ${(q)answers}.rc"
count=0
wait_for_answer() {
  local junk turn
  ((++count))
  for turn in {1..400}; do
    zpty -r -t asked junk
    [[ -e $answers && $(wc -l < $answers) -ge $count ]] && return
    sleep 0.05
  done
  print "no answer"; exit 1
}
wait_for_answer
while IFS= read -r line; do
  zpty -w -n asked "absolve $line"$'\t\C-x\C-x\C-u'
  wait_for_answer
done < $2
sed -e 1d -e 's/^absolve //' $answers
