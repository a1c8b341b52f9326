# Link state routing with less work: what the protocol finds in C++ is asked for in one go, and a
# node takes over what has changed.
Agent/rtProto/LS instproc install-routes {} {
	$self instvar ns_ node_ rtsChanged_ rtpref_ metric_ nextHop_ preference_
	$self instvar nodes_ ids_ paths_ ranked_ anew_ ifs_ multiPath_
	$ns_ instvar Node_
	set rtsChanged_ 1
	if { ![info exists nodes_] } {
		set nodes_ [$ns_ all-nodes-list]
		set ids_ [lmap node $nodes_ { $node id }]
	}
	if { ![info exists ranked_] || $ranked_ ne $preference_ } {
		set ranked_ $preference_
		set paths_ [lrepeat [llength $nodes_] unknown]
	}
	set paths [$self cmd lookup-all {*}$ids_]
	foreach node $nodes_ path $paths known $paths_ {
		if { $path eq $known } {
			continue
		}
		if { $node eq $node_ } {
			set metric_($node) 32
		} elseif { $path eq "" } {
			set rtpref_($node) [rtObject set maxpref_]
			set metric_($node) [rtObject set unreach_]
			set nextHop_($node) ""
		} else {
			set rtpref_($node) $preference_
			set metric_($node) [lindex $path 0]
			if { $multiPath_ } {
				set nextHop_($node) [$self interfaces-to [lrange $path 1 end]]
			} else {
				set nextHop_($node) $ifs_($Node_([lindex $path 1]))
			}
		}
		lappend anew_ $node
	}
	set paths_ $paths
}

# Interfaces to some of the neighbours, by their numbers, in ns' order.
Agent/rtProto/LS instproc interfaces-to neighbours {
	$self instvar ifs_ peers_
	set interfaces {}
	foreach peer [lsort -dictionary [array names peers_]] {
		if { [$peer id] in $neighbours } {
			lappend interfaces $ifs_($peer)
		}
	}
	return $interfaces
}
