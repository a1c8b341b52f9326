-- What each metric was measured of.
SELECT DISTINCT metric, subject FROM estimates ORDER BY metric, length(subject), subject
