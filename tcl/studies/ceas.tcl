# Study ceas: how long the Cross Entropy Ant System takes to settle on the best path (Tamrakar
# 2009, section 4.2). There are ants only.
#   random.first_seed            ns' seed of replication k is this plus k (Table 3.1)

uses simulation topology ceas tracing

proc run_scenario {output_folder} {
    simulation::seed [expr {
        [parameters::integer random.first_seed] + [parameters::integer seed]
    }]
    simulation::create ceas
    ceas::routing_from_parameters
    topology::from_parameters 0
    ceas::from_parameters $output_folder
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    [simulation::ns] run
}
