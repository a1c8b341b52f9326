# The commands for scripts; see README.md. FILE is a path, `fd:N`, or a channel that can be
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

# Trace packets that a node itself drops, apart from those that links drop. Call it when all nodes
# and links are there, before the simulation runs. A packet whose time to live is over when it gets
# to node N is `d TIME N N`, one for which N has no route is `d TIME N -1`.
Simulator instproc trace-node-drops file {
	$self instvar link_ nullAgent_ nodeDrops_
	set nodeDrops_ $file
	foreach name [lsort [array names link_]] {
		set link $link_($name)
		if { [catch { $link set ttl_ }] } {
			continue
		}
		set drops [$self create-trace Drop $file [$link set toNode_] [$link set toNode_]]
		$drops target $nullAgent_
		$link ttl-drop-trace $drops
	}
}

# The object that receives a node's packets for which it has no route.
Simulator instproc no-route-target node {
	$self instvar nullAgent_ nodeDrops_
	if { ![info exists nodeDrops_] } {
		return $nullAgent_
	}
	set drops [$self create-trace Drop $nodeDrops_ $node -1]
	$drops target $nullAgent_
	return $drops
}

Simulator instproc open-sink {sort file args} {
	$self instvar alltrace_
	set sink [new $sort]
	eval [list $sink open $file] $args
	# flush-trace flushes it, too.
	lappend alltrace_ $sink
	return [$sink channel]
}
