# The programs that ns' Tcl library calls; configure would have put their paths here.
set PERL perl
set TCLSH tclsh
