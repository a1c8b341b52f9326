-- Every printed cell beside ours.
SELECT * FROM comparison WHERE study = $study ORDER BY position
