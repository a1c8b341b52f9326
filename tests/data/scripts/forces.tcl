# Sets its parameters in every way there is, and prints what comes of it.
set plain 1
set list(a) 1
array set arr {x 1 y 2}
set counter 5
incr counter
set words one
append words two
namespace eval space {
    variable inside 1
}
set gone 1
unset gone
set gone 2

proc change {} {
    global plain
    upvar #0 arr(x) x
    set plain 2
    set x 3
}

change
foreach {name value} {arr(y) 9} {
    set $name $value
}
puts "plain=$plain arr=$arr(x),$arr(y) counter=$counter words=$words"
puts "inside=$space::inside gone=$gone list=$list(a)"
