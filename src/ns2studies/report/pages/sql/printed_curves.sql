-- Points of a printed figure's curves.
SELECT series, x, y, how FROM printed_curves WHERE study = $study AND figure = $figure ORDER BY series, x
