import { ke } from '#country/ke'

/** Deadlines of an owner that no pause of the machine exceeds. */
export const patientOwner = { silentMaxMs: 600_000, responseMsMax: 600_000 }

/** The rules of cash-outs, with quotes that remain valid for as long as a slow machine needs. */
export const patientCashOut = { ...ke.cashOut, quoteValidMs: 600_000 }
