-- How a derived value, or table, is defined.
INSERT INTO metric_definitions BY NAME
SELECT
    $metric AS metric, $result_table AS result_table, $title AS title, $unit AS unit,
    $range AS "range", $definition AS definition, $source AS source, $sql AS sql,
    $expects AS expects, $by_configuration AS by_configuration
