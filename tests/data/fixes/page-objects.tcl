# The objects that belong to a page: all but the page itself.
set ns [new Simulator]
set pool [new PagePool/CompMath]
$pool set num_pages_ 4
set server [new Http/Server $ns [$ns node]]
$server set-page-generator $pool
puts [llength [$pool get-next-objs $server:0]]
exit 0
