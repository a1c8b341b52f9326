// The packets of a connection that are not acknowledged yet: those under way, in the order in
// which they were sent, and those taken for lost, in the order of their numbers.
//
// All operations cost O(log n) with n packets not acknowledged; which packets belong to a burst
// of losses (the paper's memorize list) is a comparison of serial numbers.

#ifndef tcp_pr_flight_h
#define tcp_pr_flight_h

#include <list>
#include <map>
#include <set>

/* What is remembered of a packet's last transmission. */
struct Transmission {
    double at_s;                     // when
    double window;                   // the congestion window then, in packets
    int serial;                      // how many transmissions there had been, this one included
    bool under_way;                  // not taken for lost
    std::list<int>::iterator place;  // in the order of transmissions; if under way
};

class Flight {
  public:
    Flight() : transmissions_(0) {}

    void clear() {
        packets_.clear();
        order_.clear();
        lost_.clear();
        transmissions_ = 0;
    }

    /* A packet is sent, for the first time or again. */
    void sent(int seqno, double at_s, double window) {
        lost_.erase(seqno);
        const std::list<int>::iterator place = order_.insert(order_.end(), seqno);
        packets_[seqno] = {at_s, window, ++transmissions_, true, place};
    }

    /* The oldest packet under way is taken for lost: its last transmission. */
    Transmission lose_oldest() {
        Transmission& packet = packets_[order_.front()];
        lost_.insert(order_.front());
        order_.pop_front();
        packet.under_way = false;
        return packet;
    }

    /* Packets from `first` on and before `end` have arrived. Adds to `count` how many of them
     * were news, and puts the last transmission among them into `newest`. */
    void arrived(int first, int end, int& count, Transmission& newest) {
        Packets::iterator packet = packets_.lower_bound(first);
        while (packet != packets_.end() && packet->first < end) {
            if (count++ == 0 || packet->second.serial > newest.serial) newest = packet->second;
            if (packet->second.under_way)
                order_.erase(packet->second.place);
            else
                lost_.erase(packet->first);
            packets_.erase(packet++);
        }
    }

    /* The last transmission of the packet that has been under way longest; there is one. */
    const Transmission& oldest() const { return packets_.find(order_.front())->second; }

    int under_way() const { return order_.size(); }
    bool has_lost() const { return !lost_.empty(); }
    int first_lost() const { return *lost_.begin(); }
    int transmissions() const { return transmissions_; }

  private:
    typedef std::map<int, Transmission> Packets;
    Packets packets_;
    std::list<int> order_;
    std::set<int> lost_;
    int transmissions_;
};

#endif
