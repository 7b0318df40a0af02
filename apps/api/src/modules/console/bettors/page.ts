import { sql } from 'kysely'
import type { BettorDetails, consoleBettors as calls } from '@nare/contract/console-bettors'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import { accountDetails, devicesOf, lastSeen, sessionsOf } from '#modules/identity/identity'
import { accountsOf } from '#modules/ledger/ledger'
import { waitingWithdrawals } from '#modules/payments/payments'
import { accountSetting, exclusionsOf, markersOf, restrictionOf } from '#modules/protection/protection'
import { netByProduct } from '#modules/tickets/tickets'
import { transact } from '#platform/db'
import type { ConsoleDeps } from '../deps.ts'
import { netOfMonth } from './month.ts'

type PageDeps = Pick<ConsoleDeps, 'db' | 'identity' | 'kyc' | 'country' | 'protection' | 'tickets'>

const markersMax = 30
const openMax = 50
const text = (cents: bigint): string => formatMoney(money(cents))

/** What support needs to know about a bettor. */
export async function bettorPage(
  { db, identity, kyc, country, protection, tickets }: PageDeps,
  bettor: bigint,
): Promise<Outcome<Answer<typeof calls.bettor>, 'not_found'>> {
  const account = await accountDetails(db, bettor, country.timeZone)
  if (!account) return refused('not_found')
  const [has, waiting, seen, limits, exclusions, restriction] = await Promise.all([
    accountsOf(db, bettor),
    waitingWithdrawals(db, bettor),
    lastSeen(db, [bettor]),
    protection.limits(bettor),
    exclusionsOf(db, bettor),
    sql<{ state: BettorDetails['state'] | null }>`select ${restrictionOf(sql`${bettor}::bigint`)} as state`.execute(db),
  ])
  const [checks, { wanted }, markers, setting, net, netMonth] = await Promise.all([
    kyc.operator.states([bettor]),
    transact(db, (tx) => kyc.identityStatus(tx, bettor)),
    markersOf(db, bettor, markersMax),
    accountSetting(db, bettor),
    netByProduct(db, bettor),
    netOfMonth(db, [bettor], country.timeZone),
  ])
  const [open, sessions, devices, passkeys] = await Promise.all([
    openTickets(tickets, bettor),
    sessionsOf(db, bettor),
    devicesOf(db, bettor),
    identity.passkeys.of(bettor),
  ])
  const breaks = exclusions.map(({ active: _active, ...one }) => one)
  return done({
    bettor_id: bettor.toString(),
    name: account.name,
    msisdn: account.msisdn,
    email: account.email,
    state: restriction.rows[0]?.state ?? (account.verified ? 'open' : 'unverified'),
    age: account.age,
    since: account.since.toISOString(),
    last_seen_at: seen.get(bettor)?.toISOString() ?? null,
    accounts: {
      cash: text(has.cash),
      bonus: text(has.bonus),
      returnable: text(has.returnable),
      points: Number(has.points),
      debt: text(has.debt),
      waiting: text(waiting.debited),
      waiting_withdrawals: waiting.count,
    },
    open: {
      count: net.reduce((sum, one) => sum + one.open, 0),
      staked: text(net.reduce((sum, one) => sum + one.openStakes, 0n)),
    },
    limits,
    breaks,
    exclusion: breaks.find((_, at) => exclusions[at]?.active) ?? null,
    identity: { state: checks.get(bettor) ?? 'none', wanted },
    markers: markers.map((marker) => ({ ...marker, reasons: [...marker.reasons] })),
    stake_percent: setting.stakePercent,
    stake_percent_set: setBy(setting.percentBy),
    locked: setBy(setting.locked),
    sources: { utm_source: account.utmSource, utm_campaign: account.utmCampaign, btag: account.btag },
    net: net.map((one) => ({
      product: one.product,
      bets: one.bets,
      staked: text(one.staked),
      returned: text(one.returned),
      net: text(one.staked - one.returned),
    })),
    net_total: text(net.reduce((sum, one) => sum + one.staked - one.returned, 0n)),
    net_30d: text(netMonth(bettor)),
    open_tickets: open,
    sessions: sessions.map(({ no, openedAt, expiresAt, usedAt, device, byPasskey }) => ({
      ...{ session_id: no.toString(), device, by_passkey: byPasskey },
      opened_at: openedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      last_used_at: usedAt.toISOString(),
    })),
    passkeys: passkeys.map(({ no, name, createdAt, lastUsedAt }) => ({
      ...{ passkey_id: no.toString(), name },
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    devices: devices.map(({ since, lastAt, times }) => ({
      since: since.toISOString(),
      last_at: lastAt.toISOString(),
      times,
    })),
    notes: account.notes,
  })
}

const setBy = (set: { readonly by: string; readonly since: Date } | null) =>
  set && { by: set.by, since: set.since.toISOString() }

async function openTickets(tickets: ConsoleDeps['tickets'], bettor: bigint): Promise<BettorDetails['open_tickets']> {
  const page = { page: 1, limit: openMax }
  const { data } = await tickets.list(bettor, { ...page, state: 'open', order: 'placed' })
  return data.map((bet) => ({
    bet_id: bet.bet_id,
    product: bet.product,
    placed_at: bet.placed_at,
    stake: bet.stake,
    possible_win: bet.possible_win,
    text: tickets.picksText(bet),
  }))
}
