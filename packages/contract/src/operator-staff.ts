/** The calls about the house's people: their sessions, roles and tokens. */
export const operatorStaff = {} as const
