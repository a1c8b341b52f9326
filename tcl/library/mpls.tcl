# Label switching with the Label Distribution Protocol (LDP).
#   forwarding           ip: no label switching
#                        mpls-control-driven: labels follow the routing table, before any data
#                        mpls-data-driven: the first packet of a flow asks for its path
#   mpls.label_trace_s   label operations are traced from the start until this time (s)
#
# Each label operation becomes one line of labels.tr:
#   time node source destination state in-label operation out-interface out-label ttl size
# where state is U (the packet came unlabelled) or L (it came with a label).

uses check simulation topology tracing

namespace eval mpls {
    variable channel
}

# Whether the parameters ask for label switching.
proc mpls::wanted {} {
    return [expr {[parameters::word forwarding] ne "ip"}]
}

# Set up what the parameters describe; the routers must be there.
proc mpls::from_parameters {output_folder} {
    set label_trace_s [parameters::number mpls.label_trace_s]
    if {[wanted]} {
        set_up $output_folder $label_trace_s
    }
}

proc mpls::set_up {output_folder label_trace_s} {
    simulation::require mpls
    set ns [simulation::ns]
    foreach link [topology::router_links] {
        lassign $link from to
        $ns LDP-peer [topology::node $from] [topology::node $to]
    }
    foreach id [topology::router_ids] {
        [[topology::node $id] get-module MPLS] enable-reroute new
    }
    [parameters::choice forwarding {
        mpls-control-driven mpls::control_driven
        mpls-data-driven mpls::data_driven
    }]
    trace_labels $output_folder $label_trace_s
}

proc mpls::control_driven {} {
    foreach id [topology::router_ids] {
        [[topology::node $id] get-module MPLS] enable-control-driven
    }
}

# With on-demand distribution a request travels to the egress and the mapping comes back,
# so that the path is complete; without it each router only tells its neighbours.
proc mpls::data_driven {} {
    Classifier/Addr/MPLS enable-on-demand
    foreach id [topology::router_ids] {
        [[topology::node $id] get-module MPLS] enable-data-driven
    }
}

proc mpls::trace_labels {output_folder until_s} {
    variable channel
    set channel [tracing::open_file $output_folder labels.tr]
    set_tracing 1
    [simulation::ns] at $until_s [list mpls::set_tracing 0]
}

proc mpls::set_tracing {on} {
    foreach id [topology::router_ids] {
        [[[topology::node $id] get-module MPLS] set classifier_] set trace_mpls_ $on
    }
}

# ns prints these to standard output without separators; lines of columns are easier to parse. args
# are the incoming label, the operation, the interface and label of the next hop, TTL and size.
Classifier/Addr/MPLS instproc trace-packet-switching {time source destination state args} {
    $self instvar mpls_node_
    puts $::mpls::channel [list $time [$mpls_node_ id] $source $destination $state {*}$args]
}

# Before every labelled packet a router asks whether the link to the next hop is up, and ns
# searches the routing table for it, in Tcl. Routes are static in the studies that use this file,
# so a link that was up stays up, and is not asked for again (ns2-patches/0030). It changes no
# packet.
RtModule/MPLS instproc get-link-status {hop} {
    $self instvar classifier_
    if {$hop < 0 || [$self get-nexthop $hop] != $hop} {
        return down
    }
    $classifier_ link-stays-up $hop
    return up
}

# The same for the egress router of a data-driven network, which asks before every packet
# whether it is the egress.
Classifier/Addr/MPLS instproc ldp-trigger-by-switch {destination} {
    $self instvar mpls_node_ mpls_mod_
    if {[$mpls_mod_ is-egress-lsr $destination] == 1} {
        $self is-egress-for $destination
        return
    }
    set request [expr {[Classifier/Addr/MPLS on-demand?] == 1 ? 1 : -1}]
    $mpls_mod_ ldp-trigger-by-data $request [$mpls_node_ id] $destination *
}
