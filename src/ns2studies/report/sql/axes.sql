-- The points of an experiment, by their axes.
SELECT * FROM scenarios
