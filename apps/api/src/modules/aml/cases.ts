import { fieldFacts } from '@nare/contract/field-codes'
import type { FailureCode } from '@nare/contract/failures'
import type { operatorAml } from '@nare/contract/operator-aml'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Settings } from '#modules/settings/settings'
import type { Tickets } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { onceForId } from '#platform/operator-calls'
import * as alerts from './alert-store.ts'
import * as store from './case-store.ts'
import type { Asker } from './own.ts'
import { amlSettings } from './settings.ts'

type FoundPayment = {
  readonly kind: string
  readonly bettor: bigint | null
  readonly provider: string
  readonly amount: bigint
  readonly state: string
  readonly receipt: string | null
  readonly at: Date
}

export type CaseDeps = {
  readonly db: Db
  readonly settings: Pick<Settings, 'now'>
  readonly tickets: Pick<Tickets, 'found' | 'texts'>
  /** The account of a bettor as it is now; undefined if there is none. */
  readonly subjectOf: (bettor: bigint) => Promise<store.Subject | undefined>
  readonly paymentOf: (id: bigint) => Promise<readonly FoundPayment[]>
  /** The newest lines of the timeline. */
  readonly timelineOf: (bettor: bigint) => Promise<store.Lines>
  readonly people: AmlPeople
  /** The report of a case as it would be now; undefined while it lacks something. */
  readonly fileOf: (tx: Tx, row: store.CaseRow) => Promise<store.Filed | undefined>
}

/** Who may own alerts and cases, with the own betting account where it is declared. */
export type AmlPeople = () => Promise<readonly { readonly name: string; readonly bettor: bigint | null }[]>

const invalid = (field: string, sentence: string) =>
  refused('invalid_input', fieldFacts({ [field]: { code: 'not_valid', sentence } }))
const noOwner = invalid('owner', 'Name somebody else who may work on suspicions')
const daysBefore = 60
/** From when the payments of a bettor belong to a case. */
export const paymentsSince = ({ suspectedAt }: Pick<store.CaseRow, 'suspectedAt'>): Date =>
  new Date(suspectedAt.getTime() - daysBefore * 86_400_000)
const over = refused('not_waiting', { state: 'closed' }, 'This case is closed')

/** Opens what is done about suspicions: alerts become cases, which have an owner, a deadline, notes and evidence. */
export function openCases({ db, settings, tickets, subjectOf, paymentOf, timelineOf, people, fileOf }: CaseDeps) {
  type State = store.CaseRow['state']

  /** Changes a case that is not closed. */
  async function change<F extends FailureCode = never>(
    tx: Tx,
    { id, own }: Asker & { readonly id: string },
    work: (row: store.CaseRow) => Promise<Outcome<State, F>>,
  ): Promise<Outcome<{ case_id: string; state: State }, F | 'not_found' | 'not_waiting'>> {
    const row = await store.lockCase(tx, BigInt(id), own)
    if (!row) return refused('not_found')
    if (row.state === 'closed') return over
    const state = await work(row)
    return state.ok ? done({ case_id: id, state: state.value }) : state
  }

  /** What a ticket or payment of the bettor is now, line by line; undefined if it is not the bettor's. */
  async function contentOf(bettor: bigint, kind: 'ticket' | 'payment', id: bigint): Promise<store.Lines | undefined> {
    if (kind === 'payment') {
      const found = (await paymentOf(id)).find((one) => one.bettor === bettor)
      return (
        found && [
          { name: 'Kind', text: found.kind },
          { name: 'Amount', text: formatMoney(money(found.amount)) },
          { name: 'State', text: found.state },
          { name: 'Provider', text: found.provider },
          { name: 'Receipt', text: found.receipt ?? '' },
          { name: 'At', text: found.at.toISOString() },
        ]
      )
    }
    const found = await tickets.found(id)
    if (found?.bettor !== bettor) return undefined
    const texts = await tickets.texts([id])
    return [
      { name: 'Product', text: found.product },
      { name: 'Picks', text: texts.get(id)?.picks ?? '' },
      { name: 'Stake', text: formatMoney(money(found.stake)) },
      { name: 'State', text: found.state },
      { name: 'Returned', text: formatMoney(money(found.returned)) },
      { name: 'Placed', text: found.placedAt.toISOString() },
    ]
  }

  /** The betting account of somebody who may own alerts and cases, null for none; undefined for anybody else. */
  async function accountOf(name: string): Promise<bigint | null | undefined> {
    return (await people()).find((one) => one.name === name)?.bettor
  }

  return {
    closeAlert: onceForId<typeof operatorAml.closeAmlAlert>({
      async work(tx, { alert_id, reason }, { operator: by, by: { bettor: own } }) {
        const row = await alerts.lockAlert(tx, BigInt(alert_id), own)
        if (!row) return refused('not_found')
        if (row.state !== 'open') return ended(row)
        await alerts.endAlerts(tx, { ids: [row.id], caseId: null, by, reason })
        return done({ alert_id, state: 'closed' as const })
      },
    }),

    assignAlert: onceForId<typeof operatorAml.assignAmlAlert>({
      async work(tx, { alert_id, owner: asked }, { operator: by, by: { bettor: own } }) {
        const id = BigInt(alert_id)
        const row = await alerts.lockAlert(tx, id, own)
        if (!row) return refused('not_found')
        if (row.state !== 'open') return ended(row)
        const owner = asked ?? by
        const account = await accountOf(owner)
        // Of whom the alert is about, or whom it names, it is hidden.
        if (account === undefined || !(await alerts.lockAlert(tx, id, account ?? undefined))) return noOwner
        await alerts.setOwner(tx, id, owner)
        return done({ alert_id, owner })
      },
    }),

    open: onceForId<typeof operatorAml.openAmlCase>({
      async work(tx, { alert_id, bettor_id, reason }, { operator: by, by: { bettor: ownAccount } }) {
        const alert = alert_id === undefined ? undefined : await alerts.lockAlert(tx, BigInt(alert_id), ownAccount)
        if (alert_id !== undefined && !alert) return refused('not_found')
        if (alert && alert.state !== 'open') return ended(alert)
        const bettor = alert?.bettor ?? (bettor_id === undefined ? undefined : BigInt(bettor_id))
        if (bettor === undefined) return invalid('bettor_id', 'Name an alert or a bettor')
        const subject = bettor === ownAccount ? undefined : await subjectOf(bettor)
        if (!subject) return refused('not_found')
        const own = await alerts.lockOpen(tx, bettor)
        const suspectedAt = own.reduce<Date | null>(
          (first, { raisedAt }) => (first === null || raisedAt < first ? raisedAt : first),
          null,
        )
        const hours = settings.now()(amlSettings.caseHours)
        const made = await store.insertCase(tx, { bettor, subject, reason, suspectedAt, hours, openedBy: by })
        if (!made) return refused('not_waiting', { state: 'open' }, 'A case about this bettor is open')
        await store.keepPayments(tx, made, paymentsSince(made))
        await alerts.endAlerts(tx, { ids: own.map(({ id }) => id), caseId: made.id, by, reason })
        for (const one of own) await attachAlert(tx, made.id, one, by)
        return done({ case_id: made.id.toString(), state: 'open' as const })
      },
    }),

    join: onceForId<typeof operatorAml.joinAmlCase>({
      work: (tx, { case_id, alert_id, reason }, { operator: by, by: { bettor: own } }) =>
        change(tx, { id: case_id, own }, async (row) => {
          if (row.state !== 'open') return refused('not_waiting', { state: row.state }, 'This case is reported')
          const alert = await alerts.lockAlert(tx, BigInt(alert_id), own)
          if (alert?.bettor !== row.bettor) return invalid('alert_id', 'This bettor has no such alert')
          if (alert.state !== 'open') return ended(alert)
          await alerts.endAlerts(tx, { ids: [alert.id], caseId: row.id, by, reason })
          await attachAlert(tx, row.id, alert, by)
          return done(row.state)
        }),
    }),

    note: onceForId<typeof operatorAml.noteAmlCase>({
      work: (tx, { case_id, text }, { operator: by, by: { bettor: own } }) =>
        change(tx, { id: case_id, own }, async ({ id, state }) => {
          await store.insertNote(tx, id, { text, by })
          return done(state)
        }),
    }),

    assign: onceForId<typeof operatorAml.assignAmlCase>({
      work: (tx, { case_id, owner, due_at, reason }, { operator: by, by: { bettor: own } }) =>
        change(tx, { id: case_id, own }, async ({ id, state }) => {
          const account = await accountOf(owner)
          // Of whom the case is about, or whom it names, it is hidden.
          if (account === undefined || !(await store.caseOf(tx, id, account ?? undefined))) return noOwner
          await store.assign(tx, id, { owner, dueAt: due_at === undefined ? null : new Date(due_at), reason, by })
          return done(state)
        }),
    }),

    attach: onceForId<typeof operatorAml.attachToAmlCase>({
      work: (tx, { case_id, kind, ref }, { operator: by, by: { bettor: own } }) =>
        change(tx, { id: case_id, own }, async ({ id, bettor, state }) => {
          if (kind === 'timeline') {
            const content = await timelineOf(bettor)
            await store.insertEvidence(tx, id, { kind, ref: bettor.toString(), content, by })
            return done(state)
          }
          const content = ref === undefined ? undefined : await contentOf(bettor, kind, BigInt(ref))
          if (ref === undefined || !content) return invalid('ref', `This bettor has no such ${kind}`)
          await store.insertEvidence(tx, id, { kind, ref, content, by })
          return done(state)
        }),
    }),

    report: onceForId<typeof operatorAml.reportAmlCase>({
      work: (tx, { case_id, reference }, { operator: by, by: { bettor: own } }) =>
        change(tx, { id: case_id, own }, async (row) => {
          const { id, state } = row
          if (state !== 'open') return refused('not_waiting', { state }, 'This case is reported')
          await store.keepPayments(tx, row, paymentsSince(row))
          await store.report(tx, id, { reference, by })
          const file = await fileOf(tx, row)
          if (file) await store.keepFiled(tx, id, { ...file, by })
          return done('reported' as const)
        }),
    }),

    close: onceForId<typeof operatorAml.closeAmlCase>({
      work: (tx, { case_id, reason }, { operator: by, by: { bettor: own } }) =>
        change(tx, { id: case_id, own }, async (row) => {
          const { id, state } = row
          // What a reported case rests on stays what was reported.
          if (state === 'open') await store.keepPayments(tx, row, paymentsSince(row))
          await store.close(tx, id, { reason, by })
          return done('closed' as const)
        }),
    }),

    waiting: (own: bigint | undefined, promiseS: number) => store.waiting(db, { own, promiseS }),
  }
}

const ended = ({ state }: alerts.AlertRow) => refused('not_waiting', { state }, 'Somebody has ended this alert')

/** Keeps what an alert says as evidence of a case. */
async function attachAlert(tx: Tx, caseId: bigint, alert: alerts.AlertRow, by: string): Promise<void> {
  const { id, rule, facts, raisedAt } = alert
  const content = [
    { name: rule, text: `${facts.text}, raised ${raisedAt.toISOString()}` },
    ...facts.items.map(({ kind, ref, amount = '', at, text = '' }) => ({
      name: `${kind} ${ref}`,
      text: [amount, at ?? '', text].filter((one) => one !== '').join(', '),
    })),
  ]
  await store.insertEvidence(tx, caseId, { kind: 'alert', ref: id.toString(), content, by })
}
