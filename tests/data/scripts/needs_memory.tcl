# Fills memory.
set all {}
while {1} {
    append all [string repeat x 1000000]
}
