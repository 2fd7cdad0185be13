# shellcheck shell=bash
# What a change touches: files, rooms, batches. Sourced by share/bin/test.
#
# The change is everything since the commit TESSERA_BASE, what is not committed included. Without TESSERA_BASE it begins where the branch left
# origin/main or, on main itself, at the last commit that is twelve hours older than the newest.

base_commit() {
    local base
    if [ -n "${TESSERA_BASE:-}" ]; then
        git rev-parse --verify "$TESSERA_BASE^{commit}"
        return
    fi
    base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git rev-list -1 --before=$(($(git log -1 --format=%ct) - 43200)) HEAD)
    fi
    [ -n "$base" ] || base=$(git hash-object -t tree /dev/null) # a clone without a past: everything has changed
    echo "$base"
}

# changed_sources PATTERN: sources and headers of the change, the most changed first, whose paths match.
changed_sources() {
    git diff --numstat "$(base_commit)" -- '*.cpp' '*.hpp' | awk '{ print $1 + $2, $3 }' | sort -k1,1nr -k2 | cut -d' ' -f2- |
        grep -E "$1" | while read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

# tell_long_subjects: commits of the change whose subjects have more than 72 characters. A commit that is made cannot be mended: no failure.
tell_long_subjects() {
    git log --format='%h %s' "$(base_commit)..HEAD" 2>/dev/null |
        awk 'length($0) - length($1) - 1 > 72 { print "a commit subject has more than 72 characters: " $0 }' || true
}

# changed_rooms: folders of libcore with changed files, without their folders detail, the most changed first, while their code is no longer than
# `room_lines` in all. The others are named on standard error.
room_lines=14000
changed_rooms() {
    local room lines sum=0 left=
    while read -r room; do
        lines=$(find "$room" "$room/detail" -maxdepth 1 -name '*.cpp' -exec cat {} + 2>/dev/null | wc -l)
        if [ $((sum + lines)) -le $room_lines ]; then
            sum=$((sum + lines))
            echo "$room"
        else
            left="$left $room"
        fi
    done < <(changed_sources '^libcore/.*\.cpp$' | xargs -r -n1 dirname | sed 's#/detail$##' | awk '!seen[$0]++')
    [ -z "$left" ] || echo "too much for this tier; only share/bin/test --all checks these under sanitizers:$left" >&2
}
