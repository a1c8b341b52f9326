# A replicator with three targets.
set replicator [new Classifier/Replicator]
foreach slot {0 1 2} {
    $replicator install $slot [new Agent/Null]
}
puts [llength [$replicator slots]]
