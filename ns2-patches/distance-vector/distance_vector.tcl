# Distance vector routing with less work. Every two seconds, and whenever a link fails or returns,
# routers send each other all their routes, most of them unchanged. Here a node finds what is new in
# a message, and computes routes to these destinations only; the result for all others would be the
# same as before. The messages are the same, at the same times.
#
# To call a method costs as much as a dozen lines of Tcl; so what is done for each destination links
# the other objects' variables (instvar) where ns asks these objects.

# Nodes in ns' order; they are all there when routing starts.
Agent/rtProto/DV instproc destinations {} {
	$self instvar ns_ destinations_
	if { ![info exists destinations_] } {
		set destinations_ [$ns_ all-nodes-list]
	}
	return $destinations_
}

# Neighbours that run the protocol, in the order in which ns goes through them.
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

# Record which neighbour an address belongs to.
Agent/rtProto/DV instproc find-speakers {} {
	$self instvar peers_ speaker_at_
	foreach neighbour [lreverse [$self speakers]] {
		set speaker_at_([$peers_($neighbour) addr?]) $neighbour
	}
}

Agent/rtProto/DV instproc recv-update { address number } {
	$self instvar peers_ rtObject_ rtsChanged_ speaker_at_
	if { ![info exists speaker_at_($address)] } {
		$self find-speakers
	}
	set neighbour $speaker_at_($address)
	$class instvar msg_
	set message $msg_($number)
	unset msg_($number)
	set news [$self learn $neighbour $message]
	if { $news eq "" } {
		$rtObject_ flag-multicast -1
		return
	}
	set decisive [$self decisive $news $peers_($neighbour)]
	if { $decisive ne "" } {
		$self compute-routes $decisive
	}
	set rtsChanged_ 1
	$rtObject_ compute-routes
}

# Record the routes in a neighbour's message; returns the destinations whose metric it changes.
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
	$peers_($neighbour) instvar { metric_ known }
	set news {}
	foreach { destination metric } $message {
		set metric [expr { $metric + $cost }]
		if { $metric > $infinity } {
			set metric $infinity
		}
		if { $metric != $known($destination) } {
			set known($destination) $metric
			lappend news $destination
		}
	}
	return $news
}

# Those of some destinations whose routes may change, now that a neighbour announces other
# metrics. A route does not if it leads over another neighbour and is as good or better.
Agent/rtProto/DV instproc decisive { news peer } {
	$self instvar metric_ nextHopPeer_ multiPath_
	if { $multiPath_ } {
		return $news
	}
	$peer instvar { metric_ offered }
	set decisive {}
	foreach destination $news {
		set metric $metric_($destination)
		if { $metric < 0 || $offered($destination) < $metric
				|| [lindex $nextHopPeer_($destination) 0] eq $peer } {
			lappend decisive $destination
		}
	}
	return $decisive
}

# Best routes to some destinations, or to all, by what the neighbours say: preference, metric, and
# interfaces with their peers, of the best offers for each. The interfaces come in the order of the
# array that ns keeps them in.
Agent/rtProto/DV instproc compute-routes { {wanted ""} } {
	$self instvar peers_ ifs_ rtpref_ metric_ nextHopPeer_ rtsChanged_ anew_
	if { $wanted eq "" } {
		set wanted [$self destinations]
	}
	set offering {}
	set number 0
	foreach neighbour [$self speakers] {
		set peer $peers_($neighbour)
		$peer instvar [list metric_ metrics$number] [list rtpref_ ranks$number]
		set number_of($peer) $number
		lappend offering $number $peer $ifs_($neighbour)
		incr number
	}
	set worst [rtObject set maxpref_]
	set infinity [$class set INFINITY]
	set rtsChanged_ 0
	foreach destination $wanted {
		set now [lindex $nextHopPeer_($destination) 0]
		if { $now ne "" } {
			set metric_($destination) [set metrics$number_of($now)($destination)]
			set rtpref_($destination) [set ranks$number_of($now)($destination)]
		}
		set preference $worst
		set metric $infinity
		unset -nocomplain offers
		foreach { number peer interface } $offering {
			set offered [set metrics${number}($destination)]
			set rank [set ranks${number}($destination)]
			if { $offered < 0 || $offered >= $infinity || $offered > $metric
					|| $rank > $preference } {
				continue
			}
			if { $rank < $preference || $offered < $metric } {
				set preference $rank
				set metric $offered
				unset -nocomplain offers
			}
			set offers($interface) $peer
		}
		if { [info exists offers] } {
			$self take-offers $destination $preference $metric [array get offers]
		}
		lappend anew_ $destination
	}
	return $rtsChanged_
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
	if { $multiPath_ || $hops eq "" } {
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

# What a neighbour announced over a link that has changed is no longer valid.
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

Agent/rtProto/DV instproc send-updates changes {
	$self instvar ifs_ ifsUp_
	set listeners [expr { $changes ? [$self speakers] : $ifsUp_ }]
	set ifsUp_ ""
	foreach neighbour $listeners {
		if { [$ifs_($neighbour) up?] eq "up" } {
			$self send-to-peer $neighbour
		}
	}
}

Agent/rtProto/DV instproc send-to-peer neighbour {
	$self instvar peers_
	set peer $peers_($neighbour)
	if { $peer eq "" } {
		return
	}
	set message [$self message-to $neighbour]
	$class instvar mid_ msg_
	set number $mid_
	incr mid_
	set msg_($number) $message
	$peer instvar addr_ port_
	$self cmd send-update $addr_ $port_ $number [expr { [llength $message] / 2 }]
}

# Destinations and metrics: infinity for those over the neighbour itself. The same list as last time
# if the node's routes are those of last time.
Agent/rtProto/DV instproc message-to neighbour {
	$self instvar rtObject_ ifs_ told_ destinations_
	$rtObject_ instvar version_ metric_ nextHop_
	if { [info exists told_($neighbour)] } {
		lassign $told_($neighbour) version message
		if { $version == $version_ } {
			return $message
		}
	}
	set infinity [$class set INFINITY]
	set interface $ifs_($neighbour)
	set message {}
	$self destinations
	foreach destination $destinations_ {
		set metric $metric_($destination)
		if { $metric < 0 || $interface in $nextHop_($destination) } {
			set metric $infinity
		}
		lappend message $destination $metric
	}
	set told_($neighbour) [list $version_ $message]
	return $message
}
