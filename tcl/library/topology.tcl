# Builds the network that the parameters describe:
#   topology.nodes, topology.routers.N   number of nodes; N = 0, 1, … the label switching ones
#   topology.links.N.from/.to            the duplex links
#   network.bandwidth_bps, .delay_s, .queue_limit_packets   the same for every link
# Queues are DropTail. Nodes are numbered from 0 as in the topology file.

namespace eval topology {
    variable node
    variable links {}
}

# Create nodes and links. A node listed as a router becomes a label switching router if
# label_switching is 1, and a plain IP node otherwise.
proc topology::create {ns label_switching} {
    variable node
    variable links
    set routers [router_ids]
    for {set id 0} {$id < [parameters::integer topology.nodes]} {incr id} {
        set switches [expr {$label_switching && $id in $routers}]
        set node($id) [create_node $ns $switches]
    }
    for {set index 0} {[parameters::has topology.links.$index.from]} {incr index} {
        set from [parameters::integer topology.links.$index.from]
        set to [parameters::integer topology.links.$index.to]
        connect $ns $from $to
        lappend links [list $from $to]
    }
}

proc topology::create_node {ns switches_labels} {
    if {$switches_labels} {
        return [$ns mpls-node]
    }
    return [$ns node]
}

proc topology::connect {ns from to} {
    variable node
    $ns duplex-link $node($from) $node($to) \
        [parameters::number network.bandwidth_bps] \
        [parameters::number network.delay_s] DropTail
    set limit [parameters::integer network.queue_limit_packets]
    $ns queue-limit $node($from) $node($to) $limit
    $ns queue-limit $node($to) $node($from) $limit
}

proc topology::router_ids {} {
    set ids {}
    for {set index 0} {[parameters::has topology.routers.$index]} {incr index} {
        lappend ids [parameters::integer topology.routers.$index]
    }
    return $ids
}

# The links both of whose ends are routers, in the order of the topology file.
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

proc topology::node {id} {
    variable node
    if {![info exists node($id)]} {
        error "the topology has no node $id"
    }
    return $node($id)
}
