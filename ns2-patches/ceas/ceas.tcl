# What scripts use of CEAS; README.md explains it, with the source of each default. These values
# are inherited: set those of the class before the simulation runs.

Agent/rtProto/CEAS set beta_ 0.98
Agent/rtProto/CEAS set rho_ 0.01
Agent/rtProto/CEAS set antRate_ 1
Agent/rtProto/CEAS set leastAntRate_ 0
Agent/rtProto/CEAS set explorerRatio_ 0.1
Agent/rtProto/CEAS set initialPhase_ 50
Agent/rtProto/CEAS set initialAntRate_ 100
Agent/rtProto/CEAS set antSize_ 64
Agent/rtProto/CEAS set antTtl_ 32
Agent/rtProto/CEAS set stepBack_ false
Agent/rtProto/CEAS set forgetOnFailure_ false
Agent/rtProto/CEAS set piggyback_ false
Agent/rtProto/CEAS set eliteSelection_ all
Agent/rtProto/CEAS set cycleTreatment_ allow
Agent/rtProto/CEAS set preference_ 90

Classifier/CEAS set previousHopMemory_ false
Classifier/CEAS set routeRecord_ false
Classifier/CEAS set markedOnly_ false
Classifier/CEAS set processingDelay_ 0

Queue/CEAS set antsFirst_ false

RtModule/CEAS instproc register node {
	$self next $node
	$self instvar classifier_
	set classifier_ [new Classifier/CEAS]
	$classifier_ set mask_ [AddrParams NodeMask 1]
	$classifier_ set shift_ [AddrParams NodeShift 1]
	$classifier_ node [$node node-addr]
	$node install-entry $self $classifier_
}

# `$ns rtproto CEAS` must come before the nodes, which are created with another entry point.
Agent/rtProto/CEAS proc pre-init-all args {
	if { [[Simulator instance] all-nodes-list] != "" } {
		error "CEAS: `\$ns rtproto CEAS` must come before the first node"
	}
	Node enable-module CEAS
}

# When the simulation starts: all nodes and links are there.
Agent/rtProto/CEAS proc init-all args {
	set ns [Simulator instance]
	$self check-network $ns
	set nodes [lsort -command "$self compare-ids" [$ns all-nodes-list]]
	foreach node $nodes {
		set unit [new Agent/rtProto/CEAS $node]
		$ns attach-agent $node $unit
		$unit join-network $ns
	}
	$ns start-ceas-colonies
}

Agent/rtProto/CEAS proc check-network ns {
	if { [PacketHeader/CEAS offset] < 0 } {
		error "CEAS: `add-packet-header CEAS` must come before `new Simulator`"
	}
	if { [Simulator hier-addr?] } {
		error "CEAS: addresses must be flat"
	}
	if { [$ns get-number-of-nodes] > 256 } {
		error "CEAS: at most 256 nodes"
	}
}

Agent/rtProto/CEAS proc compare-ids { one other } {
	expr [$one id] - [$other id]
}

# Called by RouteLogic when links fail and return: their forwarding units know that already.
Agent/rtProto/CEAS proc compute-all {} {
	return
}

Agent/rtProto/CEAS instproc join-network ns {
	$self instvar node_
	set class [$self info class]
	$self choose elite [$class set eliteSelection_]
	$self choose cycles [$class set cycleTreatment_]
	$self use-rng [$ns ceas-rng ants]
	set forwarding [[$node_ get-module CEAS] set classifier_]
	$self forwarding-unit $forwarding
	$forwarding routing-unit $self
	$forwarding use-rng [$ns ceas-rng data]
	foreach neighbour [lsort -command "$class compare-ids" [$node_ neighbors]] {
		$self join-link [$ns link $node_ $neighbour] $forwarding [$neighbour node-addr]
	}
}

# The link tells its forwarding unit when it fails or returns, and of what it drops.
Agent/rtProto/CEAS instproc join-link { link forwarding neighbour } {
	$forwarding neighbour $neighbour [$link head]
	if { [$link up?] != "up" } {
		$forwarding link-down $neighbour
	}
	set drops ""
	foreach { part cause } { queue_ queue ttl_ ttl link_ link_down dynamics_ link_down } {
		if { ![catch { $link set $part } dropping] } {
			set counter [new Connector/CEASDrops]
			$counter on-link $forwarding $neighbour $cause
			# On to where drops went before; trace-node-drops may have set that.
			set next [$dropping drop-target]
			$counter target [expr { $next == "" ? [$link set drophead_] : $next }]
			$dropping drop-target $counter
			lappend drops $counter
		}
	}
	$link set ceas_(unit) $forwarding
	$link set ceas_(neighbour) $neighbour
	$link set ceas_(drops) $drops
	$link proc down {} {
		$self tell-ceas link-down 1
		$self next
	}
	$link proc up {} {
		$self next
		$self tell-ceas link-up 0
	}
}

# An array, which ns does not search for parts of the link.
Link instproc tell-ceas { what failed } {
	$self instvar ceas_
	$ceas_(unit) $what $ceas_(neighbour)
	foreach counter $ceas_(drops) {
		$counter failed $failed
	}
}

# Ants from one node for another, from a time (s) on; data between the two, in this direction,
# follows their pheromones.
Simulator instproc ceas-colony { source destination { start 0 } } {
	$self instvar ceasColonies_ started_
	lappend ceasColonies_ [list $source $destination $start]
	if { [info exists started_] && $started_ } {
		$self start-ceas-colonies
	}
}

Simulator instproc start-ceas-colonies {} {
	$self instvar ceasColonies_ ceasStarted_
	if { ![info exists ceasColonies_] } return
	foreach colony $ceasColonies_ {
		foreach { source destination start } $colony {}
		set pair [$source id]:[$destination id]
		if { [info exists ceasStarted_($pair)] || $source == $destination } {
			error "CEAS: a second colony, or one to its own source: $pair"
		}
		set ceasStarted_($pair) 1
		set module [$source get-module CEAS]
		[[$module set classifier_] routing-unit?] colony [$destination node-addr] $start
	}
	set ceasColonies_ ""
}

# The random number generator for `ants` or `data`: the one that was set, or else a new one.
Simulator instproc ceas-rng { purpose { generator "" } } {
	$self instvar ceasGenerators_
	if { $generator != "" } {
		set ceasGenerators_($purpose) $generator
	} elseif { ![info exists ceasGenerators_($purpose)] } {
		set ceasGenerators_($purpose) [new RNG]
	}
	return $ceasGenerators_($purpose)
}

# Traces as CSV files: ants, pheromones, colonies or data. Each `interval` s;
# ants, and pheromones if it is 0, at each change: of a probability, by `change` at least.
Simulator instproc ceas-trace { what file { interval 0 } { change 0 } } {
	$self instvar alltrace_
	set trace [new CEASTrace]
	$trace open $what $file $interval $change
	lappend alltrace_ $trace
	return $trace
}

# How probable a neighbour is at a node, for data of a colony: 0 to 1.
Simulator instproc ceas-probability { node source destination neighbour } {
	set forwarding [[$node get-module CEAS] set classifier_]
	$forwarding probability [$source node-addr] [$destination node-addr] [$neighbour node-addr]
}
