-- What the limits of claims are multiplied by.
SET VARIABLE limit_factor = $factor
