import type { operatorAml } from '@nare/contract/operator-aml'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Settings } from '#modules/settings/settings'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { alertsOfCase } from './alert-store.ts'
import * as store from './case-store.ts'
import { paymentsSince } from './cases.ts'
import { goAml } from './goaml.ts'
import type { Asker } from './own.ts'
import { movementsOf } from './rule-store.ts'
import { amlSettings, neededForReport } from './settings.ts'

export type ReportDeps = {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly settings: Pick<Settings, 'now'>
  readonly country: { readonly code: string; readonly currency: string; readonly timeZone: string }
}

const paymentsMax = 1_000

type Payments = Answer<typeof operatorAml.amlPayments>['data']

/** Which case, and the betting account of who asks. */
type Of = Asker & { readonly id: bigint }

/**
 * The payments of a case, from 60 days before the suspicion until the report, the oldest first: those kept in it, and while it is open
 * those that came since.
 */
export async function paymentsOfCase(deps: ReportDeps, { id, own }: Of): Promise<Outcome<Payments, 'not_found'>> {
  const row = await store.caseOf(deps.db, id, own)
  return row ? done(await paymentsIn(deps, deps.db, row)) : refused('not_found')
}

async function paymentsIn({ clock }: ReportDeps, db: Db | Tx, row: store.CaseRow): Promise<Payments> {
  const kept = await store.paymentsOf(db, row)
  const known = new Set(kept.map(({ no }) => no))
  const since = paymentsSince(row)
  const upTo = new Date(clock.now())
  const read = row.state === 'open' ? await movementsOf(db, { bettor: row.bettor, since, upTo, most: paymentsMax }) : []
  const later = read.toReversed().filter(({ no }) => !known.has(no))
  return [...kept, ...later].map(({ no, kind, about, amount, at, other }) => ({
    ...{ transfer: no.toString(), kind, ref: about?.replace('payment/', '') ?? null },
    ...{ amount: formatMoney(money(amount)), at: at.toISOString(), other },
  }))
}

/** The report of a case as a goAML file: as it was filed, or as it would be now. What it lacks is refused by the names of the settings. */
export async function reportOfCase(
  deps: ReportDeps,
  { id, own }: Of,
): Promise<Outcome<Answer<typeof operatorAml.amlReport>, 'not_found' | 'invalid_input'>> {
  const row = await store.caseOf(deps.db, id, own)
  if (!row) return refused('not_found')
  const filed = await store.filedOf(deps.db, id)
  if (filed) return done({ name: filed.name, xml: filed.xml })
  const lacking = lackingIn(deps)
  if (lacking.length === 0) return done(await fileIn(deps, deps.db, row))
  const faults = lacking.map(({ key, name }) => [key, { code: 'not_valid' as const, sentence: `Set ${name} first` }])
  return refused('invalid_input', fieldFacts(Object.fromEntries(faults)))
}

/** The report of a case as it would be now, read in a transaction; undefined while a setting that it needs is empty. */
export const fileNow =
  (deps: ReportDeps) =>
  async (tx: Tx, row: store.CaseRow): Promise<store.Filed | undefined> =>
    lackingIn(deps).length === 0 ? fileIn(deps, tx, row) : undefined

/** The settings that a report needs and that are empty. */
function lackingIn({ settings }: Pick<ReportDeps, 'settings'>) {
  const values = settings.now()
  return neededForReport.map((name) => amlSettings[name]).filter((of) => values(of) === '')
}

async function fileIn(deps: ReportDeps, db: Db | Tx, row: store.CaseRow): Promise<store.Filed> {
  const { clock, settings, country } = deps
  const values = settings.now()
  const payments = await paymentsIn(deps, db, row)
  const notes = await store.notesOf(db, row.id)
  const alerts = await alertsOfCase(db, row.id)
  const rules = [...new Set(alerts.map(({ rule }) => rule.toUpperCase()))]
  const codes = values(amlSettings.indicators)
    .split(/, ?/)
    .filter((one) => one !== '')
  const local = localTimes(country.timeZone)
  const xml = goAml({
    entityId: values(amlSettings.entityId),
    entityName: values(amlSettings.entityName),
    branch: values(amlSettings.branch),
    reference: `case-${row.id}`,
    at: local(new Date(clock.now())),
    currency: country.currency,
    country: country.code.toUpperCase(),
    codes: {
      transmode: values(amlSettings.transmode),
      funds: values(amlSettings.funds),
      accountType: values(amlSettings.accountType),
      holderRole: values(amlSettings.holderRole),
      accountStatus: values(amlSettings.accountStatus),
    },
    officer: {
      first: values(amlSettings.officerFirst),
      last: values(amlSettings.officerLast),
      email: values(amlSettings.officerEmail),
    },
    address: values(amlSettings.address),
    city: values(amlSettings.city),
    reason: [row.reason, ...alerts.map(({ facts }) => facts.text)].join('\n'),
    action: notes.map(({ text }) => text).join('\n'),
    person: { account: row.bettor.toString(), ...row.subject, since: local(new Date(row.subject.since)) },
    transactions: payments
      .filter(({ kind }) => kind !== 'withdrawal_released')
      .map(({ transfer, at, amount, kind, other }) => ({
        ...{ number: transfer, at: local(new Date(at)), amount, other, isDeposit: kind === 'deposit' },
      })),
    indicators: codes.length > 0 ? codes : rules.length > 0 ? rules : ['SUSPICION'],
  })
  return { name: `goaml-case-${row.id}.xml`, xml }
}

/** Writes times as the clocks of a time zone show them, without the zone: "2026-11-29T13:10:27". */
function localTimes(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => format.format(at).replace(' ', 'T')
}
