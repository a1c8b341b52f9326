# The members of a session, as the simulated session's helper keeps them.
set helper [new SessionHelper]
foreach address {1 2 3} {
    $helper add-dst 1e6 0.01 32 $address [new Agent/Null]
}
puts [llength [$helper list-mbr]]
exit 0
