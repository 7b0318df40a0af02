import { display, lineOf, marketTitle } from '@nare/bets/markets/markets'
import type { consoleAlerts, TradingAlert } from '@nare/contract/operator-trading-alerts'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import { amountText } from '#country/writing'
import type { Catalog, LegFacts } from '#modules/catalog/catalog'
import type { Settings } from '#modules/settings/settings'
import type { Db } from '#platform/db'
import { metaOf } from '#platform/paging'
import { alertRules, alertSettings, type AlertRules } from './settings.ts'
import * as store from './store.ts'

type Deps = {
  readonly db: Db
  readonly catalog: Pick<Catalog, 'decisiveEvents' | 'freshOf' | 'legFacts'>
  readonly settings: Pick<Settings, 'now' | 'declare'>
}

/** How far back events are looked for: longer than a run and its pause take. */
const eventsS = 120

/**
 * The traders' alerts: what was placed lately, read in one query from time to time, compared with the rules. Placing does nothing for them. Any
 * process may look, also several at once: a subject has one open alert.
 */
export function openAlerts({ db, catalog, settings }: Deps) {
  settings.declare(alertSettings)
  const rulesNow = (): AlertRules => alertRules(settings.now())

  async function onOutcomes(rules: AlertRules): Promise<store.Found[]> {
    const { windowS: seconds, stake, liability, accounts, rareOdds } = rules
    const flows = await store.outcomesAbove(db, seconds, { staked: stake, liability, accounts, price: rareOdds })
    return flows.flatMap((flow) => {
      const kinds = [
        ...(flow.staked > stake ? (['outcome_stake'] as const) : []),
        ...(flow.liability > liability ? (['outcome_liability'] as const) : []),
        ...(flow.accounts >= accounts && flow.price >= rareOdds ? (['many_accounts'] as const) : []),
      ]
      return kinds.map((kind) => ({ ...flow, kind, facts: factsOf(flow, { seconds }) }))
    })
  }

  async function beforeEvents({ eventS: seconds, eventStake: staked }: AlertRules): Promise<store.Found[]> {
    const found: store.Found[] = []
    for (const { matchId, type, at } of await catalog.decisiveEvents(eventsS))
      for (const flow of await store.placedBefore(db, { matchId, at, seconds, staked }))
        found.push({ ...flow, kind: 'before_event', facts: factsOf(flow, { seconds, event: type }) })
    return found
  }

  async function silentFeeds({ silentS }: AlertRules): Promise<store.Found[]> {
    const silences = await catalog.freshOf(await store.matchesWithBets(db))
    return [...silences].flatMap(([matchId, ms]) =>
      // The seconds are those of the rule: a figure that grows would write the alert again at every look.
      ms > silentS * 1000
        ? [{ kind: 'feed_silent' as const, matchId, marketId: '', oddKey: '', facts: { seconds: silentS } }]
        : [],
    )
  }

  async function shown(rows: readonly store.AlertRow[]): Promise<TradingAlert[]> {
    const facts = await catalog.legFacts(db, [...new Set(rows.map(({ matchId }) => matchId))])
    return rows.map((row) => viewOf(row, facts.get(row.matchId)))
  }

  return {
    /** Compares what was placed lately with the rules, and raises what is above them. */
    async look(): Promise<void> {
      const rules = rulesNow()
      if (!rules.on) return
      const found = await Promise.all([onOutcomes(rules), beforeEvents(rules), silentFeeds(rules)])
      await store.raise(db, found.flat())
    },

    async list({
      state,
      ...page
    }: Received<typeof consoleAlerts.alerts>): Promise<Answer<typeof consoleAlerts.alerts>> {
      const read = await store.alertsOf(db, state === 'closed', page)
      return { data: await shown(read.rows), meta: metaOf(page, read) }
    },

    /** Closes an alert; its subject stays quiet for the minutes of the rules. Returns whether it exists. */
    close: (alertId: bigint, by: string): Promise<boolean> =>
      store.closeAlert(db, { alertId, by, quietS: rulesNow().windowS }),
  }
}

export type Alerts = ReturnType<typeof openAlerts>

const factsOf = (
  { bets, accounts, staked, liability, price: lowest }: store.OutcomeFlow,
  more: Pick<store.AlertFacts, 'seconds' | 'event'>,
): store.AlertFacts => ({
  ...{ bets, accounts, staked: String(staked), liability: String(liability), price: String(lowest) },
  ...more,
})

const shillings = (cents: string | undefined): string => formatMoney(money(BigInt(cents ?? '0')))

function viewOf(row: store.AlertRow, match: LegFacts | undefined): TradingAlert {
  const { facts, marketId, oddKey } = row
  const outcome =
    marketId === ''
      ? null
      : `${marketTitle(marketId, lineOf(marketId, oddKey) ?? '')}: ${display(marketId, oddKey) ?? oddKey}`
  return {
    alert_id: row.alertId.toString(),
    kind: row.kind,
    match_id: String(row.matchId),
    match: match ? `${match.home_team} v ${match.away_team}` : String(row.matchId),
    outcome,
    text: textOf(row),
    path: `/trading/matches/${row.matchId}`,
    raised_at: row.raisedAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
    seconds: facts.seconds,
    ...(facts.bets !== undefined && { bets: facts.bets, accounts: facts.accounts }),
    ...(facts.staked !== undefined && { staked: shillings(facts.staked), liability: shillings(facts.liability) }),
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_by: row.closedBy,
  }
}

/** Why an alert was raised, in a sentence. */
function textOf({ kind, facts }: store.AlertRow): string {
  const { seconds, bets = 0, accounts = 0, staked, liability, price: lowest = '0', event = '' } = facts
  const lately = `in ${seconds / 60} min`
  switch (kind) {
    case 'outcome_stake':
      return `${betsText(bets)} staked ${sumText(staked)} ${lately}`
    case 'outcome_liability':
      return `${betsText(bets)} added ${sumText(liability)} of liability ${lately}`
    case 'many_accounts':
      return `${accounts} accounts at odds of ${formatPrice(price(BigInt(lowest)))} or more ${lately}`
    case 'before_event':
      return `${betsText(bets)} staked ${sumText(staked)} in the ${seconds} s before: ${event.replaceAll('_', ' ')}`
    case 'feed_silent':
      return `The feed has been silent for more than ${seconds} s, and the match has open bets`
  }
}

const betsText = (bets: number): string => `${bets} ${bets === 1 ? 'bet' : 'bets'}`

const sumText = (cents: string | undefined): string => amountText(shillings(cents))
