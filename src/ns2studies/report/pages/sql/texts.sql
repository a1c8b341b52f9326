-- Where each study's text is found, as its configuration says.
SELECT
    study,
    source,
    coalesce(configuration ->> 'url', '') AS url
FROM studies
ORDER BY study
