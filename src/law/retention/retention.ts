/** The terms of what is kept of closed files. Pure. */

/** First what a file knows of persons; its papers for the books when those need not be kept any longer. */
export const retentionStages = ["file", "books"] as const;
export type RetentionStage = (typeof retentionStages)[number];

/** What keeps a file whose term is over: a state that lies on it, or that it lies with a bailiff or partner with a balance still open. */
export const retentionReasons = ["hold", "handover"] as const;
export type RetentionReason = (typeof retentionReasons)[number];

/** Papers of these kinds belong to the books (AWR art. 52); the others go with the file. */
export const fiscalPapers = ["invoice", "payments"] as const;
