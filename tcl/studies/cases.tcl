# Study cases: the same on larger networks (Tamrakar 2009, chapter 5).

uses routed_tcp

proc run_scenario {output_folder} {
    routed_tcp::run $output_folder
}
