-- Results of versions before 1.0 have other words for verdicts on claims. The reference's table is treated
-- alike, by its name in place of this one's.
UPDATE claims SET verdict = CASE verdict
    WHEN 'holds' THEN 'confirmed'
    WHEN 'holds in part' THEN 'partly'
    WHEN 'does not hold' THEN 'refuted'
    ELSE verdict END;
