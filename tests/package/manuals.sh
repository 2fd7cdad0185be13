#!/bin/bash
# Checks the manuals that are installed with the commands: man pages, completions of three shells, and what desktops show of the window.
# Tools that are not there check nothing; a line says which.
# Usage: manuals.sh PREFIX
set -euo pipefail
prefix=$1
share=$prefix/share
failures=0

# complain WORDS...
complain() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# has TOOL: is it there? A tool that is missing is told once.
has() {
    command -v "$1" >/dev/null && return
    [[ ${told:=} == *" $1 "* ]] || echo "$1 is not installed, so that it checks nothing"
    told+=" $1 "
    return 1
}

# Pages of other packages that ours name.
others=' ip(8) tc(8) '

# check_page FILE: groff has nothing to say of it, it has a date, and all that it names is installed.
check_page() {
    local page=$1 name warnings section path
    name=$(basename "$page")
    if has man; then
        warnings=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>&1 >/dev/null)
        [ -z "$warnings" ] || complain "$name: $warnings"
    fi
    grep -qE '^\.TH [A-Z\\-]+ [157] "20[0-9]{2}-[0-9]{2}-[0-9]{2}"' "$page" || complain "$name has no date"
    grep -qx '.SH SEE ALSO' "$page" || complain "$name has no section SEE ALSO"
    while read -r section; do
        [[ $others != *" $section "* ]] || continue
        path=${section%)}
        [ -e "$share/man/man${path#*(}/${path%(*}.${path#*(}" ] || complain "$name names $section, which is not installed"
    done < <(sed 's/\\-/-/g; s/^\.BR \([a-z-]*\) (/\\fB\1\\fR(/' "$page" | grep -oE '\\fB[a-z-]+\\fR\([1-8]\)' | sed 's/\\f[BR]//g' | sort -u)
    while read -r path; do
        [ -e "$prefix/${path%.}" ] || complain "$name names $path, which is not installed"
    done < <(sed '/^\.\\"/d; s/\\-/-/g' "$page" | grep -oE '\bshare/[A-Za-z0-9./_-]+' | sort -u)
    ! grep -qE 'README|share/bin' "$page" || complain "$name names files of the sources: $(grep -oE 'README[a-z.]*|share/bin[a-z/-]*' "$page" | head -1)"
}

pages=("$share"/man/man[157]/*)
for page in "${pages[@]}"; do check_page "$page"; done
for name in distplan redist iocopy distcomm distbench; do
    [ -e "$share/man/man1/$name.1" ] || complain "$name has no man page"
done

# completes WORDS...: what bash offers for the last of these words, one a line.
completes() {
    bash -c 'source "$0/$1"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_$1"; printf "%s\n" "${COMPREPLY[@]}"' \
        "$share/bash-completion/completions" "$@"
}

# expect EXPECTED FOUND WHAT
expect() {
    [ "$1" = "$2" ] || complain "$3: expected '$1', found '$2'"
}

check_completions() {
    local file name fish=$share/fish/vendor_completions.d
    for file in "$share"/bash-completion/completions/*; do
        name=$(basename "$file")
        bash -n "$file" || complain "bash does not read the completion of $name"
        if has fish; then fish -n "$fish/$name.fish" || complain "fish does not read the completion of $name"; fi
        if has zsh; then zsh -n "$share"/zsh/*/"_$name" || complain "zsh does not read the completion of $name"; fi
    done
    expect 'time series' "$(completes iocopy --for t)" 'bash, a choice with a blank'
    expect 'time series' "$(completes iocopy --for 'time\ s')" 'bash, the same after its blank'
    expect --resume "$(completes iocopy a b --resu)" 'bash, an option'
    expect schedule "$(completes distplan sched)" 'bash, a subcommand'
    expect two-phase "$(completes distplan io --access two)" 'bash, a choice of a subcommand'
    (cd "$share/tessera" && expect 'copy.sbatch' "$(completes iocopy cop)" 'bash, a file')
    ! has fish && return
    # complete_fish WORDS: what fish offers, without descriptions.
    complete_fish() {
        HOME=/nonexistent fish --no-config -c "source $fish/${1%% *}.fish; complete -C '$1'" | cut -f1
    }
    expect 'time series' "$(complete_fish 'iocopy --for t')" 'fish, a choice with a blank'
    expect --resume "$(complete_fish 'iocopy a b --resu')" 'fish, an option'
    expect schedule "$(complete_fish 'distplan sched')" 'fish, a subcommand'
    expect two-phase "$(complete_fish 'distplan io --access two')" 'fish, a choice of a subcommand'
}
check_completions

check_desktop() {
    local id=org.tessera.distview mime
    [ -e "$prefix/bin/distview" ] || return 0
    if has desktop-file-validate; then desktop-file-validate "$share/applications/$id.desktop" || complain "the entry of the menu"; fi
    if has appstreamcli; then appstreamcli validate --no-net "$share/metainfo/$id.metainfo.xml" || complain "the entry of catalogues"; fi
    if has xmllint; then
        xmllint --noout "$share/metainfo/$id.metainfo.xml" "$share/mime/packages/tessera-job.xml" "$share"/icons/hicolor/scalable/*/*.svg ||
            complain "a file is no XML"
    fi
    [ -e "$share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$share/applications/$id.desktop").svg" ] ||
        complain "the icon of the menu is not installed"
    if has update-mime-database; then # it remarks on folders that no desktop looks in
        mime=$(mktemp -d)
        mkdir "$mime/packages"
        cp "$share/mime/packages/tessera-job.xml" "$mime/packages"
        update-mime-database "$mime" 2>/dev/null
        grep -q '^50:text/x-hpf-job:\*.hpf$' "$mime/globs2" || complain "job files have no type"
        rm -r "$mime"
    fi
}
check_desktop

echo "${#pages[@]} man pages; $failures failures"
[ $failures -eq 0 ]
