import type { operatorAml } from './operator-aml.ts'

/** A line about each of the calls about suspicions, for /openapi.json. */
export const amlSummaries: { readonly about: string } & { readonly [N in keyof typeof operatorAml]: string } = {
  about: 'Suspicions of money laundering',
  amlAlerts: 'Alerts with what raised them',
  closeAmlAlert: 'Close an alert that needs no case',
  assignAmlAlert: 'Name who looks at an alert',
  amlPeople: 'Who may own an alert or a case',
  amlRules: 'The rules with their bounds and what they find',
  amlCases: 'Cases by state',
  amlCase: 'A case with its notes and evidence',
  openAmlCase: 'Open a case',
  joinAmlCase: 'Add an open alert to a case',
  noteAmlCase: 'Write a note into a case',
  assignAmlCase: 'Change owner or deadline of a case',
  attachToAmlCase: 'Attach a ticket, a payment or the timeline as it is now',
  reportAmlCase: 'Say that a case was reported',
  closeAmlCase: 'Close a case',
  amlReport: 'The report of a case as a goAML file',
  amlPayments: 'The payments of a case',
}
