import type { operatorAml } from '@nare/contract/operator-aml'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Settings } from '#modules/settings/settings'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { alertsOfCase, type Asker } from './alert-store.ts'
import * as store from './case-store.ts'
import { paymentsSince } from './cases.ts'
import { goAml } from './goaml.ts'
import { movementsOf } from './rule-store.ts'
import { amlSettings } from './settings.ts'

export type ReportDeps = {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly settings: Pick<Settings, 'now'>
  readonly country: { readonly code: string; readonly currency: string }
}

const paymentsMax = 1_000
const needed = ['entityId', 'officerFirst', 'officerLast', 'address', 'city'] as const

type Payments = Answer<typeof operatorAml.amlPayments>['data']

/** Which case, and the betting account of who asks. */
type Of = Asker & { readonly id: bigint }

/**
 * The payments of a case, from 60 days before the suspicion until the report, the oldest first: those kept in it, and while it is open
 * those that came since.
 */
export async function paymentsOfCase(
  { db, clock }: ReportDeps,
  { id, own }: Of,
): Promise<Outcome<Payments, 'not_found'>> {
  const row = await store.caseOf(db, id, own)
  if (!row) return refused('not_found')
  const kept = await store.paymentsOf(db, row)
  const known = new Set(kept.map(({ no }) => no))
  const since = paymentsSince(row)
  const upTo = new Date(clock.now())
  const read = row.state === 'open' ? await movementsOf(db, { bettor: row.bettor, since, upTo, most: paymentsMax }) : []
  const later = read.toReversed().filter(({ no }) => !known.has(no))
  return done(
    [...kept, ...later].map(({ no, kind, about, amount, at, other }) => ({
      ...{ transfer: no.toString(), kind, ref: about?.replace('payment/', '') ?? null },
      ...{ amount: formatMoney(money(amount)), at: at.toISOString(), other },
    })),
  )
}

/** The report of a case as a goAML file. What it lacks is refused by the names of the settings. */
export async function reportOfCase(
  deps: ReportDeps,
  { id, own }: Of,
): Promise<Outcome<Answer<typeof operatorAml.amlReport>, 'not_found' | 'invalid_input'>> {
  const { db, clock, settings, country } = deps
  const [row, payments] = await Promise.all([store.caseOf(db, id, own), paymentsOfCase(deps, { id, own })])
  if (!row || !payments.ok) return refused('not_found')
  const values = settings.now()
  const lacking = needed.filter((name) => values(amlSettings[name]) === '').map((name) => amlSettings[name])
  if (lacking.length > 0) {
    const faults = lacking.map(({ key, name }) => [key, { code: 'not_valid' as const, sentence: `Set ${name} first` }])
    return refused('invalid_input', fieldFacts(Object.fromEntries(faults)))
  }
  const notes = await store.notesOf(db, id)
  const alerts = await alertsOfCase(db, id)
  const xml = goAml({
    entityId: values(amlSettings.entityId),
    branch: values(amlSettings.branch),
    reference: `case-${row.id}`,
    at: new Date(clock.now()).toISOString(),
    currency: country.currency,
    country: country.code.toUpperCase(),
    officer: {
      first: values(amlSettings.officerFirst),
      last: values(amlSettings.officerLast),
      email: values(amlSettings.officerEmail),
    },
    address: values(amlSettings.address),
    city: values(amlSettings.city),
    reason: [row.reason, ...alerts.map(({ facts }) => facts.text)].join('\n'),
    action: notes.map(({ text }) => text).join('\n'),
    person: { account: row.bettor.toString(), ...row.subject },
    transactions: payments.value
      .filter(({ kind }) => kind !== 'withdrawal_released')
      .map(({ transfer, at, amount, kind, other }) => ({
        ...{ number: transfer, at, amount, other, isDeposit: kind === 'deposit' },
      })),
    indicators: [...new Set(alerts.map(({ rule }) => rule.toUpperCase()))],
  })
  return done({ name: `goaml-case-${row.id}.xml`, xml })
}
