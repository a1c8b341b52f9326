-- What the text leaves open, and how many claims other choices change.
SELECT
    open_choices.*,
    (
        SELECT count(DISTINCT claim) FROM sensitivity
        WHERE study = $study AND flips
            AND list_contains(string_split(open_choices.alternatives, '; '), sensitivity.choice)
    ) AS flipped,
    (
        SELECT count(DISTINCT claim) FROM sensitivity
        WHERE study = $study AND touched
            AND list_contains(string_split(open_choices.alternatives, '; '), sensitivity.choice)
    ) AS touched
FROM open_choices WHERE study = $study
