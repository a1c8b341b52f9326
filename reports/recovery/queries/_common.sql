-- What several queries of the page use.

-- The order of the variants in the report's tables.
CREATE OR REPLACE TEMP MACRO place_of(variant) AS
    CASE variant WHEN 'reno' THEN 1 WHEN 'sack' THEN 2 ELSE 3 END;

-- The order of the numbers of packets lost.
CREATE OR REPLACE TEMP MACRO amount_of(lost) AS
    CASE lost WHEN 'all' THEN 99 ELSE CAST(lost AS INTEGER) END;
