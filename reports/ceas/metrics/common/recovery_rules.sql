-- kind: input
-- definition: What counts as a flow's return to a rate: the payload that is new to the receiver, over each second that begins within so many seconds less one, is at least this share of the rate of its source.
SELECT
    unnest(['full-rate', 'full-rate-at-once', 'resume-1', 'resume-10', 'resume-50']) AS rule,
    unnest([0.95, 0.95, 0.01, 0.1, 0.5]) AS share,
    unnest([10, 1, 1, 1, 1]) AS held_s
