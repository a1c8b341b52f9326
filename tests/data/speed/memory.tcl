# Takes 10 MB in pieces of 100 KB and gives all of it back, a hundred times.
for {set time 0} {$time < 100} {incr time} {
    set pieces {}
    for {set piece 0} {$piece < 100} {incr piece} {
        lappend pieces [string repeat [expr {$piece % 10}] 100000]
    }
    unset pieces
}
