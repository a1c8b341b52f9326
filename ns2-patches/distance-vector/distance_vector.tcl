# Distance vector routing with less work. Routers tell each other every two seconds what they have
# told before, and a link that fails and returns makes them tell it again and again. Here a node
# looks at what is new in a message, and computes routes to these destinations only: those to all
# others would come out as they are. The messages are the same, at the same times.

# Nodes in ns' order; they are all there when routing starts.
Agent/rtProto/DV instproc destinations {} {
	$self instvar ns_ destinations_
	if { ![info exists destinations_] } {
		set destinations_ [$ns_ all-nodes-list]
	}
	return $destinations_
}

# Neighbours that speak, in the order in which ns asks them.
Agent/rtProto/DV instproc speakers {} {
	$self instvar peers_ speakers_
	if { ![info exists speakers_] } {
		set speakers_ [lsort -dictionary [array names peers_]]
	}
	return $speakers_
}

Agent/rtProto/DV instproc add-peer { neighbour address port } {
	$self instvar peers_ speakers_ speaker_at_
	set peers_($neighbour) [new rtPeer $address $port $class]
	unset -nocomplain speakers_ speaker_at_
}

# The neighbour that an address belongs to; nothing if there is none.
Agent/rtProto/DV instproc speaker-at address {
	$self instvar peers_ speaker_at_
	if { ![info exists speaker_at_] } {
		foreach neighbour [lreverse [$self speakers]] {
			set speaker_at_([$peers_($neighbour) addr?]) $neighbour
		}
	}
	if { [info exists speaker_at_($address)] } {
		return $speaker_at_($address)
	}
	return ""
}

Agent/rtProto/DV instproc recv-update { address number } {
	$self instvar rtObject_ rtsChanged_
	set message [$class retrieve-msg $number]
	set neighbour [$self speaker-at $address]
	if { $neighbour == "" } {
		error "$class: an update from $address, which is no peer"
	}
	set news [$self learn $neighbour $message]
	if { $news == "" } {
		$rtObject_ flag-multicast -1
		return
	}
	$self compute-routes $news
	incr rtsChanged_ [llength $news]
	$rtObject_ compute-routes $news
}

# Note what a neighbour says; returns the destinations whose metric changes by it.
Agent/rtProto/DV instproc learn { neighbour message } {
	$self instvar peers_ ifs_ heard_
	set cost [$ifs_($neighbour) cost?]
	if { [info exists heard_($neighbour)] } {
		lassign $heard_($neighbour) heard_cost heard
		if { $heard_cost == $cost && $heard eq $message } {
			return ""
		}
	}
	set heard_($neighbour) [list $cost $message]
	if { [llength $message] > 2 * [Node set nn_] } {
		error "$class: an update with more destinations than there are nodes"
	}
	set infinity [$class set INFINITY]
	set peer $peers_($neighbour)
	set known [dict create {*}[$peer array get metric_]]
	set news {}
	foreach { destination metric } $message {
		set metric [expr { $metric + $cost }]
		if { $metric > $infinity } {
			set metric $infinity
		}
		if { $metric != [dict get $known $destination] } {
			$peer metric $destination $metric
			lappend news $destination
		}
	}
	return $news
}

# Best routes to some destinations, or to all, by what the neighbours say.
Agent/rtProto/DV instproc compute-routes { {wanted ""} } {
	$self instvar peers_ ifs_ rtpref_ metric_ nextHop_ nextHopPeer_ rtsChanged_
	if { $wanted == "" } {
		set wanted [$self destinations]
	}
	set rtsChanged_ 0
	foreach destination $wanted {
		set now [lindex $nextHopPeer_($destination) 0]
		if { $now != "" } {
			set metric_($destination) [$now metric? $destination]
			set rtpref_($destination) [$now preference? $destination]
		}
		set best [$self best-offers $destination]
		if { $best != "" } {
			$self take-offers $destination {*}$best
		}
	}
	return $rtsChanged_
}

# Preference, metric, and interfaces with their peers, of the best offers for a destination; nothing
# if nobody offers any. The interfaces come in the order of the array that ns keeps them in.
Agent/rtProto/DV instproc best-offers destination {
	$self instvar peers_ ifs_
	set preference [rtObject set maxpref_]
	set metric [$class set INFINITY]
	set infinity $metric
	foreach neighbour [$self speakers] {
		set peer $peers_($neighbour)
		set offered [$peer metric? $destination]
		if { $offered < 0 || $offered >= $infinity || $offered > $metric } {
			continue
		}
		set rank [$peer preference? $destination]
		if { $rank > $preference } {
			continue
		}
		if { $rank < $preference || $offered < $metric } {
			set preference $rank
			set metric $offered
			unset -nocomplain offers
		}
		set offers($ifs_($neighbour)) $peer
	}
	if { ![info exists offers] } {
		return ""
	}
	return [list $preference $metric [array get offers]]
}

# A worse offer than what is there changes nothing. An equal one leaves next hops that are still
# among the best.
Agent/rtProto/DV instproc take-offers { destination preference metric offers } {
	$self instvar rtpref_ metric_ nextHop_ nextHopPeer_ rtsChanged_ multiPath_
	set had $metric_($destination)
	set ranked $rtpref_($destination)
	if { $preference > $ranked || ($had >= 0 && $metric > $had) } {
		return
	}
	incr rtsChanged_
	set rtpref_($destination) $preference
	set metric_($destination) $metric
	set hops {}
	set peers {}
	if { $preference == $ranked && $metric >= $had } {
		foreach hop $nextHop_($destination) {
			if { [dict exists $offers $hop] } {
				lappend hops $hop
				lappend peers [dict get $offers $hop]
				dict unset offers $hop
			}
		}
	}
	if { $multiPath_ || $hops == "" } {
		foreach { hop peer } $offers {
			lappend hops $hop
			lappend peers $peer
			if { !$multiPath_ } {
				break
			}
		}
	}
	set nextHop_($destination) $hops
	set nextHopPeer_($destination) $peers
}

# What a neighbour said over a link that changed does not count any more.
Agent/rtProto/DV instproc intf-changed {} {
	$self instvar peers_ ifs_ ifstat_ ifsUp_ heard_
	set infinity [$class set INFINITY]
	set ifsUp_ ""
	foreach neighbour [$self speakers] {
		set state [$ifs_($neighbour) up?]
		if { $state == $ifstat_($neighbour) } {
			continue
		}
		set ifstat_($neighbour) $state
		unset -nocomplain heard_($neighbour)
		if { $state == "up" } {
			lappend ifsUp_ $neighbour
			continue
		}
		foreach destination [$self destinations] {
			$peers_($neighbour) metric $destination $infinity
		}
	}
}

Agent/rtProto/DV instproc send-to-peer neighbour {
	$self instvar peers_
	set peer $peers_($neighbour)
	if { $peer == "" } {
		return
	}
	set message [$self message-to $neighbour]
	set number [$class get-next-mid]
	$class set msg_($number) $message
	$self send-update [$peer addr?] [$peer port?] $number [expr { [llength $message] / 2 }]
}

# Destinations and metrics: infinity for those over the neighbour itself. The same list as last time
# if the node's routes are those of last time.
Agent/rtProto/DV instproc message-to neighbour {
	$self instvar rtObject_ ifs_ told_
	set version [$rtObject_ set version_]
	if { [info exists told_($neighbour)] && [lindex $told_($neighbour) 0] == $version } {
		return [lindex $told_($neighbour) 1]
	}
	set infinity [$class set INFINITY]
	set interface $ifs_($neighbour)
	set metrics [dict create {*}[$rtObject_ array get metric_]]
	set hops [dict create {*}[$rtObject_ array get nextHop_]]
	set message {}
	foreach destination [$self destinations] {
		set metric [dict get $metrics $destination]
		if { $metric < 0 || $interface in [dict get $hops $destination] } {
			set metric $infinity
		}
		lappend message $destination $metric
	}
	set told_($neighbour) [list $version $message]
	return $message
}

# The best route to some destinations, or to all, among those of all protocols of a node. For some
# only if no other protocol has anything new.
rtObject instproc compute-routes { {wanted ""} } {
	$self instvar ns_ node_ rtProtos_ version_
	set protocols {}
	set with_news 0
	foreach name [array names rtProtos_] {
		set protocol $rtProtos_($name)
		lappend protocols $protocol
		if { [$protocol set rtsChanged_] } {
			incr with_news
			$protocol set rtsChanged_ 0
		}
	}
	if { !$with_news } {
		return
	}
	if { $wanted == "" || $with_news > 1 } {
		set wanted [$self offered-anew $protocols]
	} else {
		$self instvar offers_
		unset -nocomplain offers_
	}
	set changes 0
	foreach destination $wanted {
		if { $destination != $node_ } {
			incr changes [$self choose-route $destination $protocols]
		}
	}
	incr version_ [expr { $changes > 0 }]
	foreach protocol $protocols {
		$protocol send-updates $changes
	}
	$self flag-multicast $changes
}

# Destinations for which a protocol offers another route than when this was last asked: all of them
# the first time.
rtObject instproc offered-anew protocols {
	$self instvar ns_ offers_
	set before [expr { [info exists offers_] ? $offers_ : "" }]
	set offers_ {}
	foreach protocol $protocols {
		foreach variable { nextHop_ rtpref_ metric_ } {
			lappend offers_ [$protocol array get $variable]
		}
	}
	if { [llength $before] != [llength $offers_] } {
		return [$ns_ all-nodes-list]
	}
	set anew [dict create]
	foreach then $before now $offers_ {
		if { $then eq $now } {
			continue
		}
		foreach { destination value } $now { same had } $then {
			if { $value ne $had || $same ne $destination } {
				dict set anew $destination 1
			}
		}
	}
	return [lsort -dictionary [dict keys $anew]]
}

# Install the best route to a destination; returns how much of it is another one than before.
rtObject instproc choose-route { destination protocols } {
	$self instvar node_ nullAgent_ nextHop_ rtpref_ metric_ rtVia_ version_
	set hops ""
	set via ""
	set preference [rtObject set maxpref_]
	set metric [rtObject set unreach_]
	foreach protocol $protocols {
		set offered [$protocol set nextHop_($destination)]
		if { $offered == "" } {
			continue
		}
		set rank [$protocol set rtpref_($destination)]
		set cost [$protocol set metric_($destination)]
		if { $rank < $preference || ($rank == $preference && $cost < $metric) || $metric < 0 } {
			set hops $offered
			set preference $rank
			set metric $cost
			set via $protocol
		}
	}
	set had $nextHop_($destination)
	if { $hops == "" } {
		if { $had == "" } {
			return 0
		}
		$node_ delete-routes [$destination id] $had $nullAgent_
	} elseif { $via == $rtVia_($destination) } {
		set changes [expr { $metric != $metric_($destination) }]
		set metric_($destination) $metric
		set rtpref_($destination) $preference
		if { $hops != $had } {
			$node_ delete-routes [$destination id] $had $nullAgent_
			set nextHop_($destination) $hops
			$node_ add-routes [$destination id] $hops
			incr changes
		}
		return $changes
	} else {
		set before $rtVia_($destination)
		if { $before != "" } {
			set nextHop_($destination) [$before set nextHop_($destination)]
			set rtpref_($destination) [$before set rtpref_($destination)]
			set metric_($destination) [$before set metric_($destination)]
		}
		incr version_
		if { $rtpref_($destination) == $preference && $metric_($destination) == $metric } {
			return 0
		}
		$node_ delete-routes [$destination id] $nextHop_($destination) $nullAgent_
	}
	set nextHop_($destination) $hops
	set rtpref_($destination) $preference
	set metric_($destination) $metric
	set rtVia_($destination) $via
	if { $hops != "" } {
		$node_ add-routes [$destination id] $hops
	}
	return 1
}
