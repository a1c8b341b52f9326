# Nodes and links. Nodes are known by their numbers, from 0 in the order of creation.

uses check simulation

namespace eval topology {
    variable node
    variable links {}
    variable queues {
        drop-tail DropTail
        drop-tail-bytes DropTail
        red RED
        sfq SFQ
        drr DRR
        data-first CEAS
    }
    variable red_options {
        counts_bytes {check::flag bytes_}
        min_threshold_packets {check::number thresh_}
        max_threshold_packets {check::number maxthresh_}
        weight {check::number q_weight_}
        max_drop_inverse {check::number linterm_}
    }
}

# Create the next node; returns its number. kind: plain, or mpls for a label switching router.
proc topology::add_node {{kind plain}} {
    variable node
    set create [check::choice kind $kind {plain node mpls mpls-node}]
    if {$kind eq "mpls"} {
        simulation::require mpls
    }
    set created [[simulation::ns] $create]
    set node([$created id]) $created
    return [$created id]
}

# Connect two nodes in both directions.
#   bandwidth_bps           bits per second, in each direction
#   delay_s                 propagation delay in seconds
#   queue_limit_packets     ns' limit at each end: how many packets there may be, with the one
#                           that is being sent
#   queue                   drop-tail, drop-tail-bytes, red, sfq (stochastic fair queueing), drr
#                           (deficit round robin) or data-first (drop-tail; CEAS' ants wait until
#                           all data is sent)
proc topology::add_link {from to bandwidth_bps delay_s queue_limit_packets {queue drop-tail}} {
    variable links
    variable queues
    check::number bandwidth_bps $bandwidth_bps 0
    check::number delay_s $delay_s 0
    check::integer queue_limit_packets $queue_limit_packets 1
    set kind [check::choice queue $queue $queues]
    set ns [simulation::ns]
    $ns duplex-link [node $from] [node $to] $bandwidth_bps $delay_s $kind
    lappend links [list $from $to]
    foreach {one other} [list $from $to $to $from] {
        set_limit $one $other $queue $queue_limit_packets
    }
}

# Per-flow queues and queues with a limit in bytes (1500 for each packet: drop-tail-bytes, drr)
# have variables of their own for the limit.
proc topology::set_limit {from to queue packets} {
    switch -exact -- $queue {
        sfq {[queue $from $to] set maxqueue_ $packets}
        drop-tail-bytes {
            check::integer queue_limit_packets $packets 1 [expr {2147483647 / 1500}]
            set waiting [queue $from $to]
            $waiting set limit_ $packets
            $waiting set queue_in_bytes_ true
            $waiting set mean_pktsize_ 1500
        }
        drr {
            check::integer queue_limit_packets $packets 1 [expr {2147483647 / 1500}]
            [queue $from $to] set blimit_ [expr {1500 * $packets}]
        }
        default {[simulation::ns] queue-limit [node $from] [node $to] $packets}
    }
}

# ns' object of a node.
proc topology::node {id} {
    variable node
    if {![info exists node($id)]} {
        error "the topology has no node $id"
    }
    return $node($id)
}

# ns' object of the link in one direction.
proc topology::link {from to} {
    set ends [list [node $from] [node $to]]
    if {[lsearch -exact $topology::links [list $from $to]] < 0
            && [lsearch -exact $topology::links [list $to $from]] < 0} {
        error "the topology has no link between $from and $to"
    }
    return [[simulation::ns] link {*}$ends]
}

# ns' object of the queue at the sending end of a link.
proc topology::queue {from to} {
    return [[link $from $to] queue]
}

# The cost of a link, both directions, in link state routing; ns' default is 1.
proc topology::cost {from to cost} {
    check::integer cost $cost 1
    set ns [simulation::ns]
    $ns cost [node $from] [node $to] $cost
    $ns cost [node $to] [node $from] $cost
}

# Parameters of the RED queue of one direction of a link. Options, with ns' defaults:
#   -counts_bytes true           sizes of queue and packets in bytes; false: in packets. The
#                                default before October 2004 was false
#   -min_threshold_packets 0, -max_threshold_packets 0    of the average queue; 0: 5 and 15
#   -weight -1                   of the newest sample in the average; -1: from the bandwidth
#   -max_drop_inverse 10         inverse of the drop probability at the upper threshold
proc topology::red {from to args} {
    variable red_options
    set options [check::options $args $red_options]
    set queue [queue $from $to]
    check::apply $queue $options $red_options
    if {[dict exists $options counts_bytes]} {
        $queue set queue_in_bytes_ [dict get $options counts_bytes]
        if {[dict get $options counts_bytes]} {
            # ns multiplies the limit by the mean packet size to get a limit in bytes.
            set most [expr {2147483647 / [$queue set mean_pktsize_]}]
            check::integer queue_limit_packets [$queue set limit_] 1 $most
        }
    }
}

# Build what the parameters describe:
#   topology.nodes, topology.routers.N   number of nodes; N = 0, 1, … the label switching ones
#   topology.links.N.from/.to            the duplex links
#   topology.links.N.bandwidth_bps, .delay_s, .queue_limit_packets    or for every link:
#   network.bandwidth_bps, .delay_s, .queue_limit_packets
#   topology.links.N.queue, network.queue    drop-tail if neither is there
#   topology.links.N.cost                topology::cost, if it is there
#   red.*                                options of topology::red, for every RED queue
# A node listed as a router becomes a label switching router if label_switching is 1.
proc topology::from_parameters {label_switching} {
    set routers [router_ids]
    for {set id 0} {$id < [parameters::integer topology.nodes]} {incr id} {
        add_node [expr {$label_switching && $id in $routers ? "mpls" : "plain"}]
    }
    for {set index 0} {[parameters::has topology.links.$index.from]} {incr index} {
        set link topology.links.$index
        set ends [list [parameters::integer $link.from] [parameters::integer $link.to]]
        set queue drop-tail
        set key [parameters::first $link.queue network.queue]
        if {[parameters::has $key]} {
            set queue [parameters::word $key]
        }
        add_link {*}$ends \
            [parameters::number [parameters::first $link.bandwidth_bps network.bandwidth_bps]] \
            [parameters::number [parameters::first $link.delay_s network.delay_s]] \
            [parameters::integer [parameters::first \
                $link.queue_limit_packets network.queue_limit_packets]] \
            $queue
        if {[parameters::has $link.cost]} {
            cost {*}$ends [parameters::integer $link.cost]
        }
        if {$queue eq "red"} {
            red {*}$ends {*}[red_parameters]
            red {*}[lreverse $ends] {*}[red_parameters]
        }
    }
}

# The options of topology::red that the parameters give.
proc topology::red_parameters {} {
    variable red_options
    return [parameters::options $red_options red]
}

# The nodes that the parameters list as routers.
proc topology::router_ids {} {
    set ids {}
    for {set index 0} {[parameters::has topology.routers.$index]} {incr index} {
        lappend ids [parameters::integer topology.routers.$index]
    }
    return $ids
}

# The links both of whose ends are routers, in the order of creation.
proc topology::router_links {} {
    variable links
    set routers [router_ids]
    set found {}
    foreach link $links {
        lassign $link from to
        if {$from in $routers && $to in $routers} {
            lappend found $link
        }
    }
    return $found
}
