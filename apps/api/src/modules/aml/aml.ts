/** Suspicions of money laundering: rules that follow ledger and settlements, alerts, cases, the report. */
export { openCases } from './cases.ts'
export { amlReaders } from './reader.ts'
export { amlRetention } from './retention.ts'
