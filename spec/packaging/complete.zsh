# Prints what the arguments of tessera are after a tab: complete.zsh FOLDER LINE. A shell at a terminal
# gets the line, a tab and the enter key; there tessera prints its arguments.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT= RPROMPT=; fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -D -u"
zpty -w shell "tessera() { print \"<<\$*>>\" }; print rea\"\"dy"
zpty -r shell shown "*ready*"
zpty -w shell "$2"$'\t'
zpty -r shell shown "*<<*>>*"
shown=${shown##*<<}
print -r -- ${shown%%>>*}
