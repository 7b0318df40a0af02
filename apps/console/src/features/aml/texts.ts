import type { amlAlertStates, amlCaseStates, AmlSetting } from '@nare/contract/aml'
import { countText, moneyText } from '../../parts/format.ts'

export const alertStateTexts: Readonly<Record<(typeof amlAlertStates)[number], string>> = {
  open: 'Open',
  case: 'In a case',
  closed: 'Dismissed',
}

export const caseStateTexts: Readonly<Record<(typeof amlCaseStates)[number], string>> = {
  open: 'Open',
  reported: 'Reported',
  closed: 'Closed',
}

/** A setting's value in a few words: "KSh 300,000", "30 %", "3". */
export function settingText({ type, value, unit }: AmlSetting): string {
  if (type === 'money') return moneyText(value)
  if (type === 'whole') return `${countText(Number(value))}${unit === undefined ? '' : ` ${unit}`}`
  return value
}
