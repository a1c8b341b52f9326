-- Results of versions before 1.0 have other words for verdicts, one for all that is off, and no column with
-- what belongs to a verdict. The reference's table is treated alike, by its name in place of this one's.
ALTER TABLE comparison ADD COLUMN IF NOT EXISTS verdict_words VARCHAR;

UPDATE comparison SET verdict = CASE verdict
    WHEN 'equal' THEN 'identical'
    WHEN 'equal when replayed' THEN 'identical with the author''s seed'
    WHEN 'agrees' THEN 'consistent'
    WHEN 'undecided' THEN 'too few runs'
    WHEN 'differs' THEN IF(
        100 * abs(ours - TRY_CAST(published_text AS DOUBLE))
        <= 2 * abs(TRY_CAST(published_text AS DOUBLE)), 'close', 'off')
    ELSE verdict END
WHERE verdict_words IS NULL;

UPDATE comparison SET verdict_words = verdict WHERE verdict_words IS NULL;
