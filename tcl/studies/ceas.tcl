# Study ceas: the Cross Entropy Ant System, with TCP and without, beside link state and distance
# vector (Tamrakar 2009, chapter 4).

uses routed_tcp

proc run_scenario {output_folder} {
    routed_tcp::run $output_folder
}
