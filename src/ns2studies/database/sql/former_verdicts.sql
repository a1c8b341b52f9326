-- Results of versions before 1.0 have other words for verdicts, and one for all that is off.
CREATE OR REPLACE TEMP MACRO present_verdict(verdict, ours, published) AS CASE verdict
    WHEN 'equal' THEN 'identical'
    WHEN 'equal when replayed' THEN 'identical with the author''s seed'
    WHEN 'agrees' THEN 'consistent'
    WHEN 'undecided' THEN 'too few runs'
    WHEN 'differs' THEN IF(100 * abs(ours - published) <= 2 * abs(published), 'close', 'off')
    ELSE verdict END;

CREATE OR REPLACE TEMP MACRO present_claim_verdict(verdict) AS CASE verdict
    WHEN 'holds' THEN 'confirmed'
    WHEN 'holds in part' THEN 'partly'
    WHEN 'does not hold' THEN 'refuted'
    ELSE verdict END;
