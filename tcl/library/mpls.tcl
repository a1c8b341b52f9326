# Label switching with the Label Distribution Protocol (LDP).
#   forwarding           ip: none of this
#                        mpls-control-driven: labels follow the routing table, before any data
#                        mpls-data-driven: the first packet of a flow asks for its path
#   mpls.label_trace_s   label operations are traced from the start until this time (s)
#
# Each label operation becomes one line of labels.tr:
#   time node source destination state in-label operation out-interface out-label ttl size
# where state is U (the packet came unlabelled) or L (it came with a label).

namespace eval mpls {
    variable channel
}

proc mpls::wanted {} {
    return [expr {[parameters::word forwarding] ne "ip"}]
}

proc mpls::set_up {ns output_folder} {
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
    trace_labels $ns $output_folder
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

proc mpls::trace_labels {ns output_folder} {
    variable channel
    set channel [tracing::open_file $output_folder labels.tr]
    set_tracing 1
    $ns at [parameters::number mpls.label_trace_s] [list mpls::set_tracing 0]
}

proc mpls::set_tracing {on} {
    foreach id [topology::router_ids] {
        [[[topology::node $id] get-module MPLS] set classifier_] set trace_mpls_ $on
    }
}

# ns prints these to the standard output, glued together; a table is easier to read back.
Classifier/Addr/MPLS instproc trace-packet-switching {time source destination state \
        in_label operation out_interface out_label ttl size} {
    $self instvar mpls_node_
    puts $::mpls::channel [list $time [$mpls_node_ id] $source $destination $state \
        $in_label $operation $out_interface $out_label $ttl $size]
}
