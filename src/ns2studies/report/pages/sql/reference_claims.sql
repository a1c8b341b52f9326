-- The reference's verdict and evidence of each statement.
SELECT claim, verdict AS reference_verdict, evidence AS reference_evidence
FROM reference_claims WHERE study = $study
