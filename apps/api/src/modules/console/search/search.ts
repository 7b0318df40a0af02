import type { consoleSearch, FoundKind } from '@nare/contract/console-search'
import type { Permission } from '@nare/contract/permissions'
import type { Answer } from '@nare/contract/route'
import { mobileNumber } from '@nare/contract/typed'
import { typedText } from '@nare/contract/typed-text'
import { formatMoney, money } from '@nare/money/money'
import type { FoundPayment } from '#modules/payments/payments'
import { searchText } from '#platform/search-text'
import type { ConsoleDeps } from '../deps.ts'

type Found = Answer<typeof consoleSearch.search>['data'][number]
type Deps = Pick<
  ConsoleDeps,
  'identity' | 'tickets' | 'payments' | 'catalog' | 'league' | 'games' | 'casino' | 'betting'
>

/** What a search may be, read once: a text can be several of them, such as an id of a bettor and of a ticket. */
export type Wanted = {
  /** The whole mobile number of a bettor. */
  readonly msisdn: string | undefined
  /** An id without leading zeros. */
  readonly id: bigint | undefined
  /** A name of a bettor or a team: at least two letters or digits with a letter among them. */
  readonly name: string | undefined
  /** A receipt, or the id of a round. */
  readonly code: string | undefined
  /** The one kind that is meant, by the letter before an id as screens write it: B-12, D-12, W-12. */
  readonly only: FoundKind | undefined
}

const letters: Readonly<Record<string, FoundKind>> = { b: 'bettor', d: 'deposit', w: 'withdrawal' }

/** Reads what somebody has typed or pasted. */
export function wantedBy(q: string): Wanted {
  const typed = typedText(q).trim()
  const name = searchText(typed)
  const [, letter, id] = /^(?:#|([bdw])-)?([1-9]\d{0,17})$/i.exec(typed) ?? []
  return {
    msisdn: mobileNumber(typed),
    id: id === undefined ? undefined : BigInt(id),
    name: name.length >= 2 && /\p{L}/u.test(name) ? name : undefined,
    code: /^[\w.:-]{1,120}$/.test(typed) ? typed : undefined,
    only: letter === undefined ? undefined : letters[letter.toLowerCase()],
  }
}

/** The permission that the results of each kind need. */
export const permissionOf: Readonly<Record<FoundKind, Permission>> = {
  bettor: 'bettors.read',
  ticket: 'tickets.read',
  deposit: 'payments.read',
  withdrawal: 'payments.read',
  receipt: 'payments.read',
  match: 'trading.read',
  round: 'tickets.read',
  code: 'tickets.read',
}

/** The most results of a kind. */
const mostOfKind = 8
const matchNumberMax = 99_999_999n
const receiptText = /^[A-Za-z0-9.-]{4,40}$/

/** Opens the search over all areas: each kind is a read of its own by an index, and the kinds have a fixed order. */
export function openSearch({ identity, tickets, payments, catalog, league, games, casino, betting }: Deps) {
  const reads: Readonly<Record<FoundKind, (wanted: Wanted, q: string) => Promise<Found[]>>> = {
    async bettor({ msisdn, id, name }) {
      const numbered = msisdn === undefined ? undefined : await identity.bettorByMsisdn(msisdn)
      const ids = [numbered, id].filter((one) => one !== undefined)
      const [facts, named] = await Promise.all([
        ids.length === 0 ? undefined : identity.bettorFacts(ids),
        name === undefined ? [] : identity.bettorsNamed(name, mostOfKind),
      ])
      const byId = ids.flatMap((bettor) => {
        const known = facts?.get(bettor)
        return known ? [{ bettor, ...known }] : []
      })
      return [...byId, ...named].map(({ bettor, name: title, msisdn: number, verified }) =>
        found('bettor', bettor, {
          title: title === '' ? `Bettor ${bettor}` : title,
          detail: `0${number.slice(3)}${verified ? '' : ' · number not verified'}`,
          path: `bettors/${bettor}`,
        }),
      )
    },

    async ticket({ id }) {
      const ticket = id === undefined ? undefined : await tickets.found(id)
      if (!ticket) return []
      const { betId, bettor, stake, returned, state, product } = ticket
      const detail = `${product} · ${state} · ${text(stake)} staked, ${text(returned)} returned · bettor ${bettor}`
      return [found('ticket', betId, { title: `Bet ${betId}`, detail, path: `bets/${betId}` })]
    },

    deposit: async ({ id }) => (await paymentsOfId(id)).filter(({ kind }) => kind === 'deposit').map(paymentFound),
    withdrawal: async ({ id }) => (await paymentsOfId(id)).filter(({ kind }) => kind !== 'deposit').map(paymentFound),

    async receipt({ code }) {
      if (code === undefined || !receiptText.test(code)) return []
      const paid = await payments.operator.paymentsOfReceipt(code)
      return paid.map((payment) =>
        found('receipt', payment.receipt ?? code, { ...paymentFound(payment), title: `Receipt ${payment.receipt}` }),
      )
    },

    async match({ id, name }) {
      const number = id !== undefined && id <= matchNumberMax ? Number(id) : undefined
      const matches = await catalog.find({ number, text: name, most: mostOfKind })
      return matches.map((match) =>
        found('match', match.id, {
          title: `${match.home} – ${match.away}`,
          detail: `${match.gameId} · ${match.competition} · ${match.state} · ${match.startTime.toISOString()}`,
          path: `trading/matches/${match.id}`,
        }),
      )
    },

    async round({ code }) {
      if (code === undefined) return []
      const [ofLeague, ofCrash, ofCasino] = await Promise.all([
        league.find(code),
        games.crashRound(code),
        casino.house.find(code, mostOfKind),
      ])
      return [
        ...(ofLeague
          ? [roundFound('league', ofLeague.roundId, `League round ${ofLeague.roundNumber}`, ofLeague.competitionId)]
          : []),
        ...(ofCrash
          ? [roundFound('crash', ofCrash.roundId, `Crash round ${ofCrash.round}`, crashText(ofCrash.crashPoint))]
          : []),
        ...ofCasino.map(({ id, provider, roundId, gameId, bettor }) =>
          roundFound('casino', id.toString(), `Round ${roundId}`, `${provider} · ${gameId} · bettor ${bettor}`),
        ),
      ]
    },

    async code(_wanted, q) {
      const { codes } = await betting.find(q, undefined)
      return codes.map(({ code, picks }) =>
        found('code', code, {
          title: `Code ${code}`,
          detail: `${picks} ${picks === 1 ? 'pick' : 'picks'}`,
          path: `bets/codes/${code}`,
        }),
      )
    },
  }

  const paymentsOfId = (id: bigint | undefined): Promise<FoundPayment[]> =>
    id === undefined ? Promise.resolve([]) : payments.operator.paymentOfId(id)

  return {
    /** Finds what `q` may be, of the kinds that somebody with these permissions may read, each thing once. */
    async search(q: string, may: ReadonlySet<Permission>): Promise<Found[]> {
      const wanted = wantedBy(q)
      const kinds = (Object.keys(reads) as FoundKind[]).filter(
        (kind) => may.has(permissionOf[kind]) && (wanted.only ?? kind) === kind,
      )
      const results = await Promise.all(kinds.map((kind) => reads[kind](wanted, q)))
      const byKey = new Map<string, Found>()
      for (const one of results.flatMap((some) => some.slice(0, mostOfKind)))
        if (!byKey.has(`${one.kind} ${one.path}`)) byKey.set(`${one.kind} ${one.path}`, one)
      return [...byKey.values()]
    },
  }
}

const text = (cents: bigint): string => formatMoney(money(cents))
const crashText = (point: bigint | null): string => (point === null ? 'not over' : `${formatMoney(money(point))}x`)

const found = (
  kind: FoundKind,
  id: bigint | number | string,
  shown: Pick<Found, 'title' | 'detail' | 'path'>,
): Found => ({
  kind,
  id: id.toString(),
  title: shown.title,
  detail: shown.detail,
  path: shown.path.startsWith('/') ? shown.path : `/console/${shown.path}`,
})

const roundFound = (product: string, id: string, title: string, detail: string): Found =>
  found('round', id, { title, detail, path: `house/rounds/${product}/${encodeURIComponent(id)}` })

function paymentFound({ kind, id, bettor, provider, amount, state, receipt }: FoundPayment): Found {
  const detail = `${provider} · ${state} · ${text(amount)}${bettor === null ? '' : ` · bettor ${bettor}`}`
  if (kind === 'unmatched') {
    const path = `payments/unmatched/${provider}-${receipt}`
    return found('receipt', receipt ?? id, { title: `Receipt ${receipt}`, detail, path })
  }
  if (kind === 'deposit')
    return found('deposit', id, { title: `Deposit ${id}`, detail, path: `payments/deposits/${id}` })
  const title = kind === 'return' ? `Return ${id}` : `Withdrawal ${id}`
  return found('withdrawal', id, { title, detail, path: `payments/withdrawals/${id}` })
}
