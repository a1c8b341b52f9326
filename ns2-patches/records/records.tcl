# What a script uses of all this; see README.md. FILE is a path, `fd:N`, or a channel that can be
# written to, such as one of `open "|program" w`. What these return can be passed wherever ns takes
# a trace file.

# Traces as records.
Simulator instproc trace-records file {
	return [$self open-sink TraceSink/Records $file]
}

# What each flow did in each `width` seconds, as CSV; nothing else of the trace.
Simulator instproc flow-bins {file {width 0.1}} {
	return [$self open-sink TraceSink/FlowBins $file $width]
}

Simulator instproc open-sink {sort file args} {
	$self instvar alltrace_
	set sink [new $sort]
	eval [list $sink open $file] $args
	# flush-trace flushes it, too.
	lappend alltrace_ $sink
	return [$sink channel]
}
