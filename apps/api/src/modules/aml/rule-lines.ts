import { amlRules, type AmlRule, type AmlRuleLine, type AmlSetting } from '@nare/contract/aml'
import type { Setting, Values } from '#modules/settings/settings'
import type { Found } from './alert-store.ts'
import { amlSettings, neededForReport, saidInReport } from './settings.ts'

type Known = keyof typeof amlSettings
type Rule = { readonly about: string; readonly settings: readonly Known[] }

/** What each rule looks for, in a sentence, and the settings that bound it. */
const rules: Readonly<Record<AmlRule, Rule>> = {
  deposits_day: { about: 'Deposits of 24 hours reach a sum.', settings: ['depositsDay'] },
  deposits_week: { about: 'Deposits of 7 days reach a sum.', settings: ['depositsWeek'] },
  structured: {
    about: 'Several deposits stay just under a bound.',
    settings: ['bound', 'nearPercent', 'structured', 'structuredDays'],
  },
  little_play: {
    about: 'Money is paid in and withdrawn with little play between.',
    settings: ['littlePlay', 'littlePlayPercent', 'outPercent', 'littlePlayDays'],
  },
  bonus_only: { about: 'Somebody withdraws after a bonus and without a deposit.', settings: ['bonusOnly'] },
  other_payer: { about: 'Other numbers than that of the account pay in.', settings: ['otherPayer'] },
  shared_accounts: { about: 'Several accounts share a device, a payer or a document.', settings: ['shared'] },
  turnover: { about: 'Stakes are suddenly far above the usual ones.', settings: ['turnover', 'turnoverTimes'] },
  opposite_bets: { about: 'Linked accounts bet on opposite outcomes.', settings: ['opposite'] },
}
/** What bounds every rule. */
const ofAll: readonly Known[] = ['quietDays', 'caseHours']

/** The rules with their bounds as they are now and what they have found, and the settings of a report. */
export function ruleLines(values: Values, found: readonly Found[]): { data: AmlRuleLine[]; report: AmlSetting[] } {
  return {
    data: amlRules.map((rule) => {
      const { about, settings } = rules[rule]
      const of = found.find((one) => one.rule === rule)
      return {
        ...{ rule, about, settings: [...settings, ...ofAll].map((name) => settingView(values, name)) },
        ...{ open: of?.open ?? 0, raised: of?.raised ?? 0, in_case: of?.inCase ?? 0, closed: of?.closed ?? 0 },
      }
    }),
    report: [...neededForReport, ...saidInReport].map((name) => settingView(values, name)),
  }
}

function settingView(values: Values, known: Known): AmlSetting {
  const of: Setting<unknown> = amlSettings[known]
  const { type, bounds, write } = of.kind
  const value = String(write(values(of)))
  return {
    ...{ key: of.key, name: of.name, type: type === 'money' || type === 'whole' ? type : 'text', value },
    ...(bounds.unit !== undefined && bounds.unit !== '' && { unit: bounds.unit }),
    is_missing: value === '' && neededForReport.some((one) => one === known),
  }
}
