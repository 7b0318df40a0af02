import type { AmlAlert, AmlCase } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { done, refused } from '@nare/contract/outcome'
import type { BettorFacts } from '#modules/identity/identity'
import type { Handlers, Mounting } from '#platform/calls'
import { inBatches, serveOperatorCsv } from '#platform/csv'
import { metaOf } from '#platform/paging'
import * as alerts from './alert-store.ts'
import * as store from './case-store.ts'
import type { AmlPeople, openCases } from './cases.ts'
import { paymentsOfCase, reportOfCase, type ReportDeps } from './report.ts'
import { ruleLines } from './rule-lines.ts'

type NamesOf = (bettors: readonly bigint[]) => Promise<ReadonlyMap<bigint, BettorFacts>>
type Deps = ReportDeps & {
  readonly cases: ReturnType<typeof openCases>
  readonly namesOf: NamesOf
  readonly people: AmlPeople
}

/** The calls about suspicions. */
export function amlRoutes(deps: Deps): Handlers<typeof calls> {
  const { db, cases, namesOf, people, settings } = deps
  return {
    async amlAlerts({ state, rule, alert_id, bettor_id, owner, ...page }, { by: { bettor: own } }) {
      const filter = { ...filterOf({ state, alert_id, bettor_id, owner }), rule, own }
      const { rows, ...paged } = await alerts.alertsIn(db, filter, page)
      return done({ data: await alertViews(namesOf, rows), meta: metaOf(page, paged) })
    },
    closeAmlAlert: cases.closeAlert,
    assignAmlAlert: cases.assignAlert,
    amlPeople: async () => done({ data: (await people()).map(({ name }) => ({ name })) }),
    async amlRules(_input, { by: { bettor: own } }) {
      return done(ruleLines(settings.now(), await alerts.foundByRule(db, own)))
    },
    async amlCases({ state, bettor_id, owner, ...page }, { by: { bettor: own } }) {
      const { rows, ...paged } = await store.casesIn(db, { ...filterOf({ state, bettor_id, owner }), own }, page)
      return done({ data: rows.map(caseView), meta: metaOf(page, paged) })
    },
    async amlCase({ case_id }, { by }) {
      const id = BigInt(case_id)
      const row = await store.caseOf(db, id, by.bettor)
      if (!row) return refused('not_found')
      const [joined, notes, evidence, changes, filed] = await Promise.all([
        alerts.alertsOfCase(db, id),
        store.notesOf(db, id),
        store.evidenceOf(db, id),
        store.assignmentsOf(db, id),
        store.filedOf(db, id),
      ])
      return done({
        ...caseView(row),
        subject: row.subject,
        alerts: await alertViews(namesOf, joined),
        changes: changes.map(({ dueAt, at, ...rest }) => ({
          ...{ due_at: dueAt.toISOString(), at: at.toISOString() },
          ...rest,
        })),
        filed_at: timeOf(filed?.at ?? null),
        notes: notes.map(({ id: note, at, ...rest }) => ({ note_id: note.toString(), at: at.toISOString(), ...rest })),
        evidence: evidence.map(({ id: evidenceId, content: lines, at, ...rest }) => ({
          ...{ evidence_id: evidenceId.toString(), lines, at: at.toISOString() },
          ...rest,
        })),
      })
    },
    openAmlCase: cases.open,
    joinAmlCase: cases.join,
    noteAmlCase: cases.note,
    assignAmlCase: cases.assign,
    attachToAmlCase: cases.attach,
    reportAmlCase: cases.report,
    closeAmlCase: cases.close,
    amlReport: ({ case_id }, { by: { bettor: own } }) => reportOfCase(deps, { id: BigInt(case_id), own }),
    async amlPayments({ case_id }, { by: { bettor: own } }) {
      const read = await paymentsOfCase(deps, { id: BigInt(case_id), own })
      return read.ok ? done({ data: read.value }) : read
    },
  }
}

const fileMax = 50_000

/** The lists as CSV files. */
export function serveAmlFiles(mounting: Mounting, deps: ReportDeps & { readonly namesOf: NamesOf }): void {
  const { db, namesOf } = deps
  const all = { page: 1, limit: fileMax }
  serveOperatorCsv(mounting, calls.amlAlerts, {
    columns: [
      ...(['alert_id', 'bettor_id', 'name', 'rule', 'amount', 'text', 'state', 'owner'] as const),
      ...(['raised_at', 'changed_at', 'case_id', 'ended_at', 'ended_by', 'ended_reason'] as const),
    ],
    async rows({ rule, ...filter }, { bettor: own }) {
      const { rows } = await alerts.alertsIn(db, { ...filterOf(filter), rule, own }, all)
      const views = await alertViews(namesOf, rows)
      return done(inBatches(views.map(({ facts: { text, amount }, ...row }) => ({ ...row, text, amount }))))
    },
  })
  serveOperatorCsv(mounting, calls.amlCases, {
    columns: [
      'case_id',
      'bettor_id',
      'name',
      'state',
      'owner',
      'suspected_at',
      'due_at',
      'reported_at',
      'reference',
      'closed_at',
    ],
    async rows(filter, { bettor: own }) {
      const { rows } = await store.casesIn(db, { ...filterOf(filter), own }, all)
      return done(inBatches(rows.map(caseView)))
    },
  })
  serveOperatorCsv(mounting, calls.amlPayments, {
    columns: ['transfer', 'kind', 'ref', 'amount', 'at', 'other'],
    async rows({ case_id }, { bettor: own }) {
      const read = await paymentsOfCase(deps, { id: BigInt(case_id), own })
      return read.ok ? done(inBatches(read.value)) : read
    },
  })
}

type Asked<State> = {
  readonly state?: State | undefined
  readonly alert_id?: string | undefined
  readonly bettor_id?: string | undefined
  readonly owner?: string | undefined
}

const numberOf = (id: string | undefined): bigint | undefined => (id === undefined ? undefined : BigInt(id))

/** Without a state a list has the open rows, or those in any state of the bettor or the alert that is asked for. */
const filterOf = <State extends string>({ state, alert_id, bettor_id, owner }: Asked<State>) => ({
  ...{ owner, id: numberOf(alert_id), bettor: numberOf(bettor_id) },
  state: state ?? (bettor_id === undefined && alert_id === undefined ? ('open' as const) : undefined),
})

type Viewed = alerts.AlertRow & { readonly openCase?: bigint | null }

async function alertViews(namesOf: NamesOf, rows: readonly Viewed[]): Promise<AmlAlert[]> {
  const names = await namesOf(rows.map(({ bettor }) => bettor))
  return rows.map(({ id, bettor, rule, facts, state, owner, raisedAt, changedAt, caseId, openCase, ...end }) => ({
    ...{ alert_id: id.toString(), bettor_id: bettor.toString(), name: names.get(bettor)?.name ?? '' },
    ...{ rule, facts, state, owner, raised_at: raisedAt.toISOString(), changed_at: changedAt.toISOString() },
    ...{ case_id: caseId?.toString() ?? null, open_case_id: openCase?.toString() ?? null },
    ...{ ended_at: timeOf(end.endedAt), ended_by: end.endedBy, ended_reason: end.endedReason },
  }))
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

const caseView = (row: store.CaseRow): AmlCase => ({
  ...{ case_id: row.id.toString(), bettor_id: row.bettor.toString(), name: row.subject.name },
  ...{ reason: row.reason, state: row.state, owner: row.owner, suspected_at: row.suspectedAt.toISOString() },
  ...{ due_at: row.dueAt.toISOString(), opened_at: row.openedAt.toISOString(), opened_by: row.openedBy },
  ...{ reported_at: timeOf(row.reportedAt), reported_by: row.reportedBy, reference: row.reference },
  ...{ closed_at: timeOf(row.closedAt), closed_by: row.closedBy, closed_reason: row.closedReason },
})
