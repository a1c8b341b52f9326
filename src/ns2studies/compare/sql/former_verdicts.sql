-- Results of versions before 1.0 have other words for verdicts, and one for all that is off.
UPDATE comparison SET verdict = CASE verdict
    WHEN 'equal' THEN 'identical'
    WHEN 'equal when replayed' THEN 'identical with the author''s seed'
    WHEN 'agrees' THEN 'consistent'
    WHEN 'undecided' THEN 'too few runs'
    WHEN 'differs' THEN IF(
        100 * abs(ours - TRY_CAST(published_text AS DOUBLE)) <= 2 * abs(TRY_CAST(published_text AS DOUBLE)),
        'close', 'off')
    ELSE verdict END;
UPDATE claims SET verdict = CASE verdict
    WHEN 'holds' THEN 'confirmed'
    WHEN 'holds in part' THEN 'partly'
    WHEN 'does not hold' THEN 'refuted'
    ELSE verdict END;
