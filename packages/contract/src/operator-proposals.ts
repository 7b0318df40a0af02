/** The calls about proposals, which a second person decides. */
export const operatorProposals = {} as const
