# No function is longer than 60 lines, from its first line to its closing brace. The sources are formatted, so that braces and words
# say enough: what opens a block outside of all functions is a namespace or a type, a table of data, or a function.
# And what a file keeps to itself is named once in its room, as the files of a room may be compiled as one.
# Prints "path:line: NAME has N lines ..." or "... is in PATH already" for each breach; exit code 1 if there was any. -v limit=N sets
# another limit.

BEGIN {
    if (!limit) limit = 60
}

FNR == 1 { start_file() }

function start_file() {
    path = FILENAME
    sub(/^\.\//, "", path)
    room = path
    sub(/(\/detail)?\/[^\/]*$/, "", room)
    depth = 0          # blocks that are open
    own_depth = 0      # of the nameless namespace that is open, or 0
    function_depth = 0 # of the function that is open, or 0
    raw_end = ""       # what ends the raw string that is open
    in_comment = 0
    statement = ""     # what stands before the next brace or semicolon, outside of functions
    statement_line = 0
}

# A line without comments, strings and characters.
function code_of(line,    start, name) {
    if (raw_end != "") {
        if (!(start = index(line, raw_end))) return ""
        line = substr(line, start + length(raw_end))
        raw_end = ""
    }
    if (in_comment) {
        if (!(start = index(line, "*/"))) return ""
        line = substr(line, start + 2)
        in_comment = 0
    }
    gsub(/R"\([^)]*\)"/, "", line)
    if (match(line, /R"[a-zA-Z_]*\(/)) {
        name = substr(line, RSTART + 2, RLENGTH - 3)
        raw_end = ")" name "\""
        start = index(substr(line, RSTART + RLENGTH), raw_end)
        if (start) {
            line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH + start + length(raw_end) - 1)
            raw_end = ""
        } else {
            line = substr(line, 1, RSTART - 1)
        }
    }
    gsub(/\\./, "", line)
    gsub(/"[^"]*"/, "", line)
    gsub(/'[{}();"]'/, "", line)
    sub(/\/\/.*/, "", line)
    gsub(/\/\*[^*]*\*\//, "", line)
    if (start = index(line, "/*")) {
        line = substr(line, 1, start - 1)
        in_comment = 1
    }
    return line
}

# What the words before a brace open: "function", or another block.
function opens(text) {
    sub(/^[ \t]*/, "", text)
    if (text ~ /^(template ?<.*> ?)?(class|struct|union|enum|namespace|inline namespace|extern) ?[^()]*$/) return "block"
    if (text !~ /\(/ || text ~ /=[ \t]*$/) return "block"
    return "function"
}

function name_of(text,    parts) {
    sub(/\(.*/, "", text)
    sub(/^.*[ &*]/, "", text)
    return text
}

# What is declared by the words in a nameless namespace: a function with the types of its parameters, a type or a constant; or "".
function declared(text,    parts, count, i, list) {
    gsub(/\[\[[a-z_]*\]\]/, "", text)
    gsub(/[ \t]+/, " ", text)
    sub(/^ /, "", text)
    sub(/^template <[^>]*> ?/, "", text)
    if (text ~ /^(using|namespace) /) return ""
    if (match(text, /^(struct|class|enum class) [A-Za-z_0-9]+/)) return substr(text, RSTART, RLENGTH)
    if (text ~ /^(constexpr|const) / || text !~ /\(/) {
        if (!sub(/ ?(=|\{).*/, "", text) && text !~ /^constexpr/) return ""
        sub(/\[.*/, "", text)
        return name_of(text)
    }
    list = text
    sub(/^[^(]*\(/, "", list)
    sub(/\)[^)]*$/, "", list)
    count = split(list, parts, ",")
    list = ""
    for (i = 1; i <= count; ++i) {
        sub(/ ?=.*/, "", parts[i])
        sub(/^ /, "", parts[i])
        if (parts[i] ~ /[ &*>][A-Za-z_0-9]+$/) sub(/ ?[A-Za-z_0-9]+$/, "", parts[i])
        list = list (i > 1 ? ", " : "") parts[i]
    }
    return name_of(text) "(" list ")"
}

function look_for_twin(text,    own, key) {
    if (!own_depth || path !~ /\.cpp$/ || path ~ /^tests\//) return
    own = declared(text)
    if (own == "" || own ~ /::/) return
    key = room SUBSEP own
    if (key in first_place && first_place[key] != path) {
        print path ":" statement_line ": " own " is in " first_place[key] " already"
        breaches = 1
    }
    first_place[key] = path
}

function open_brace() {
    ++depth
    if (function_depth) return
    if (own_depth == depth - 1) look_for_twin(statement)
    if (statement ~ /^[ \t]*namespace[ \t]*$/) own_depth = depth
    if (opens(statement) == "function") {
        function_depth = depth
        function_line = statement_line
        function_name = name_of(statement)
    } else if (statement !~ /=[ \t]*$/) {
        statement = ""
    }
}

function close_brace(rest) {
    if (function_depth && depth == function_depth) {
        function_depth = 0
        # A brace that goes on in the list of what a constructor initialises was not the body yet.
        if (rest !~ /^[ \t]*[,{]/) {
            if (FNR - function_line + 1 > limit) {
                print path ":" function_line ": " function_name " has " FNR - function_line + 1 " lines; a function has at most " limit
                breaches = 1
            }
            statement = ""
        }
    } else if (!function_depth) {
        statement = ""
    }
    if (depth == own_depth) own_depth = 0
    --depth
}

/^[ \t]*#/ && raw_end == "" { continued = /\\$/; next }
continued { continued = /\\$/; next }
{
    code = code_of($0)
    for (i = 1; i <= length(code); ++i) {
        c = substr(code, i, 1)
        if (c == "{") {
            open_brace()
        } else if (c == "}") {
            close_brace(substr(code, i + 1))
        } else if (!function_depth) {
            if (c == ";") {
                if (depth == own_depth && statement ~ /=/) look_for_twin(statement)
                statement = ""
            } else {
                if (statement == "" && c != " ") statement_line = FNR
                if (statement != "" || c != " ") statement = statement c
            }
        }
    }
    if (!function_depth && statement != "") statement = statement " "
}

END { exit breaches }
