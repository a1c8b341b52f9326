# What a TFRC receiver says of the losses in its last five intervals when the first one has begun:
# one loss, and none before.
set ns [new Simulator]
set from [$ns node]
set to [$ns node]
$ns duplex-link $from $to 1Mb 10ms DropTail
set errors [new ErrorModel/List]
$errors droplist {20}
$ns lossmodel $errors $from $to
set sender [new Agent/TFRC]
set receiver [new Agent/TFRCSink]
$receiver set ShortIntervals_ 1
$receiver set printLosses_ 1
$receiver set printLoss_ 1
$ns attach-agent $from $sender
$ns attach-agent $to $receiver
$ns connect $sender $receiver
set source [new Application/FTP]
$source attach-agent $sender
$ns at 0.1 "$source start"
$ns at 4.0 "exit 0"
$ns run
