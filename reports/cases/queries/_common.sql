-- What several queries of the page use.

-- Sets that are left out at a scale leave out their axes' columns, too. So each query says which it
-- asks; the network of the sets `networks` is read from the scenario's name.

-- The name of what routes.
CREATE OR REPLACE TEMP MACRO system_of(routing, previous_hop_memory) AS
    CASE coalesce(routing, 'ceas')
        WHEN 'link-state' THEN 'LSRP'
        WHEN 'distance-vector' THEN 'DVR'
        ELSE CASE WHEN previous_hop_memory THEN 'CEAS with memory' ELSE 'CEAS' END
    END;

-- Where it stands in tables.
CREATE OR REPLACE TEMP MACRO place_of(system) AS
    list_position(['CEAS', 'CEAS with memory', 'LSRP', 'DVR'], system);
