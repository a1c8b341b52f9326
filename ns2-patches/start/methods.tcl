# The procedures that ns calls most often. Some are C++ here (methods.cc), and what is rare is left
# to the originals; others are written so that Tcl compiles them once, where the originals build a
# script from their arguments at each call, which Tcl has to parse each time.
SplitObject instproc set-in-tcl [SplitObject info instargs set] [SplitObject info instbody set]
SplitObject instproc init-instvar-in-tcl \
    [SplitObject info instargs init-instvar] [SplitObject info instbody init-instvar]

Object instproc array { opt ary args } {
	$self instvar $ary
	array $opt $ary {*}$args
}

# Warns of a variable that was removed long ago.
Agent instproc set-removed [Agent info instargs set] [Agent info instbody set]
NativeMethods install

Node instproc id {} {
	$self instvar id_
	return $id_
}

Link instproc up? {} {
	$self instvar dynamics_
	if { [info exists dynamics_] } {
		return [$dynamics_ cmd status?]
	}
	return "up"
}

# What can't be an object, as no command has its name, is not asked: Tcl would search for one.
Link instproc all-connectors op {
	foreach c [$self info vars] {
		$self instvar $c
		if { ![info exists $c] || [array size $c] } {
			continue
		}
		foreach var [set $c] {
			if { [info commands $var] eq "" || [catch { $var info class }] } {
				continue
			}
			if { ![$var info class Node] } {
				catch { $var $op }
			}
		}
	}
}

Node instproc notify-mcast changes {
	$self instvar mrtObject_
	if { [info exists mrtObject_] } {
		$mrtObject_ notify $changes
	}
}

# A route that comes or goes.
Node instproc delete-route args {
	$self instvar rtnotif_
	if { $rtnotif_ ne "" } {
		$rtnotif_ delete-route {*}$args
	}
	$self decr-rtgtable-size
}

RtModule instproc add-route { dst target } {
	$self instvar next_rtm_ classifier_
	$classifier_ install $dst $target
	if { $next_rtm_ ne "" } {
		$next_rtm_ add-route $dst $target
	}
}

RtModule instproc delete-route { dst nullagent } {
	$self instvar next_rtm_ classifier_
	$classifier_ install $dst $nullagent
	if { $next_rtm_ ne "" } {
		$next_rtm_ delete-route $dst $nullagent
	}
}

Classifier instproc install { slot val } {
	$self instvar slots_
	set slots_($slot) $val
	$self cmd install $slot $val
}

Simulator instproc now {} {
	$self instvar scheduler_
	return [$scheduler_ cmd now]
}

Simulator instproc at args {
	$self instvar scheduler_
	return [$scheduler_ cmd at {*}$args]
}
