-- What the losses cost each variant, and how far the variants are apart, as printed and ours.
WITH cells AS (
    SELECT lost, variant, published, ours
    FROM comparison JOIN scenarios USING (study, scenario)
    WHERE study = $study AND item = 'Table 2'
), by_lost AS (
    SELECT lost, 'printed' AS origin,
        max(published) FILTER (variant = 'reno') AS reno,
        max(published) FILTER (variant = 'newreno') AS newreno,
        max(published) FILTER (variant = 'sack') AS sack
    FROM cells GROUP BY lost
    UNION ALL
    SELECT lost, 'ours',
        max(ours) FILTER (variant = 'reno'),
        max(ours) FILTER (variant = 'newreno'),
        max(ours) FILTER (variant = 'sack')
    FROM cells GROUP BY lost
), named AS (
    SELECT by_lost.lost, by_lost.origin, unnest([
        { name: 'SACK, beyond no loss', place: 1, value: by_lost.sack - base.sack },
        { name: 'NewReno minus SACK', place: 2, value: by_lost.newreno - by_lost.sack },
        { name: 'Reno minus NewReno', place: 3, value: by_lost.reno - by_lost.newreno },
        { name: 'Reno minus SACK', place: 4, value: by_lost.reno - by_lost.sack }
    ]) AS of
    FROM by_lost JOIN by_lost AS base ON base.lost = '0' AND base.origin = by_lost.origin
    WHERE by_lost.lost <> '0'
)
SELECT lost, of.name AS difference,
       max(of.value) FILTER (origin = 'printed') AS printed,
       max(of.value) FILTER (origin = 'ours') AS ours,
       max(of.value) FILTER (origin = 'ours') - max(of.value) FILTER (origin = 'printed') AS apart
FROM named
GROUP BY lost, of.name, of.place
HAVING printed IS NOT NULL AND ours IS NOT NULL
ORDER BY amount_of(lost), of.place
