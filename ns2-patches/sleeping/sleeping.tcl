# A source over TCP whose packets would only wait makes no event for each of them. Not by default:
# until the sender looks, seqno_ lacks what waits, and a script that changes the sender's window or
# the source's rate in between finds it asleep.
Application/Traffic/CBR set may_sleep_ false
