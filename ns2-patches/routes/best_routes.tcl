# A node's best routes among those of its routing protocols, with less work. ns compares all
# protocols' routes to all nodes whenever a protocol reports a change. Here a protocol says which of
# its routes may have changed since it was last asked, and only these are compared: the choice among
# unchanged routes would be the same.
#
# To call a method costs as much as a dozen lines of Tcl; so other objects' variables are linked
# (instvar) where ns asks these objects.

# Direct routes: to neighbours, over links that are up.
Agent/rtProto/Direct instproc compute-routes {} {
	$self instvar ifs_ ifstat_ nextHop_ metric_ rtsChanged_ anew_
	set rtsChanged_ 0
	foreach neighbour [array names ifs_] {
		set interface $ifs_($neighbour)
		set up [expr { [$interface up?] eq "up" }]
		if { $up == ($nextHop_($neighbour) ne "") } {
			continue
		}
		set ifstat_($neighbour) $up
		set nextHop_($neighbour) [expr { $up ? $interface : "" }]
		set metric_($neighbour) [expr { $up ? [$interface cost?] : -1 }]
		incr rtsChanged_
		lappend anew_ $neighbour
	}
}

# The best routes among those of all protocols of a node.
rtObject instproc compute-routes {} {
	$self instvar rtProtos_ version_
	set protocols {}
	set with_news 0
	foreach name [array names rtProtos_] {
		set protocol $rtProtos_($name)
		lappend protocols $protocol
		$protocol instvar { rtsChanged_ changed }
		if { $changed } {
			incr with_news
			set changed 0
		}
	}
	if { !$with_news } {
		return
	}
	set changes 0
	set anew [$self offered-anew $protocols]
	if { $anew ne "" } {
		set changes [$self choose-routes $anew $protocols]
		incr version_ [expr { $changes > 0 }]
	}
	foreach protocol $protocols {
		$protocol send-updates $changes
	}
	$self flag-multicast $changes
}

# Destinations for which a protocol may offer another route than when this was last asked: the
# protocols append them to anew_. One that keeps no such list may have changed any.
rtObject instproc offered-anew protocols {
	$self instvar ns_ nodes_
	if { ![info exists nodes_] } {
		set nodes_ [$ns_ all-nodes-list]
	}
	set anew {}
	foreach protocol $protocols {
		$protocol instvar { anew_ its_news }
		if { ![info exists its_news] } {
			return $nodes_
		}
		lappend anew {*}$its_news
		set its_news {}
	}
	if { [llength $anew] < 2 } {
		return $anew
	}
	return [lsort -dictionary -unique $anew]
}

# Install the best routes to some destinations; returns how many of their values changed.
rtObject instproc choose-routes { wanted protocols } {
	$self instvar node_ nextHop_ rtpref_ metric_ rtVia_
	set changes 0
	foreach destination $wanted {
		if { $destination eq $node_ } {
			continue
		}
		set hops ""
		set via ""
		set preference [rtObject set maxpref_]
		set metric [rtObject set unreach_]
		foreach protocol $protocols {
			$protocol instvar { nextHop_ offers } { rtpref_ ranks } { metric_ costs }
			set offered $offers($destination)
			if { $offered eq "" } {
				continue
			}
			set rank $ranks($destination)
			set cost $costs($destination)
			if { $rank < $preference || ($rank == $preference && $cost < $metric) || $metric < 0 } {
				set hops $offered
				set preference $rank
				set metric $cost
				set via $protocol
			}
		}
		if { $via ne $rtVia_($destination) || $hops ne $nextHop_($destination)
				|| $metric != $metric_($destination)
				|| $preference != $rtpref_($destination) } {
			incr changes [$self change-route $destination $hops $preference $metric $via]
		}
	}
	return $changes
}

# Install a route that differs from the present one; returns how many of its values changed.
rtObject instproc change-route { destination hops preference metric via } {
	$self instvar node_ nullAgent_ nextHop_ rtpref_ metric_ rtVia_ version_
	set had $nextHop_($destination)
	if { $hops eq "" } {
		if { $had eq "" } {
			return 0
		}
		$node_ delete-routes [$destination id] $had $nullAgent_
		set nextHop_($destination) ""
	} elseif { $via eq $rtVia_($destination) } {
		set changes [expr { $metric != $metric_($destination) }]
		set metric_($destination) $metric
		set rtpref_($destination) $preference
		if { $hops ne $had } {
			$self replace-route $destination $hops
			incr changes
		}
		return $changes
	} else {
		set before $rtVia_($destination)
		if { $before ne "" } {
			$before instvar { nextHop_ offers } { rtpref_ ranks } { metric_ costs }
			set nextHop_($destination) $offers($destination)
			set rtpref_($destination) $ranks($destination)
			set metric_($destination) $costs($destination)
		}
		incr version_
		if { $rtpref_($destination) == $preference && $metric_($destination) == $metric } {
			return 0
		}
		$self replace-route $destination $hops
	}
	set rtpref_($destination) $preference
	set metric_($destination) $metric
	set rtVia_($destination) $via
	return 1
}

# Let another route take the place of the present one: at once where only ns' own module has to
# know, as no packet comes while neither is there. Others, such as MPLS, are told of both changes.
rtObject instproc replace-route { destination hops } {
	$self instvar node_ nullAgent_ nextHop_
	$destination instvar id_
	if { ![$node_ exchange-route $id_ $hops] } {
		$node_ delete-routes $id_ $nextHop_($destination) $nullAgent_
		set nextHop_($destination) $hops
		$node_ add-routes $id_ $hops
	}
	set nextHop_($destination) $hops
}

# Let a single interface be the only route to a node, if nobody else has to be told; returns whether
# that was done.
Node instproc exchange-route { id interfaces } {
	$self instvar multiPath_ rtnotif_ routes_
	if { $multiPath_ || [llength $interfaces] != 1 || $rtnotif_ eq "" } {
		return 0
	}
	$rtnotif_ instvar next_rtm_ classifier_
	if { $next_rtm_ ne "" || [$rtnotif_ info class] ne "RtModule/Base" } {
		return 0
	}
	$interfaces instvar head_
	$classifier_ install $id $head_
	set routes_($id) 1
	return 1
}
