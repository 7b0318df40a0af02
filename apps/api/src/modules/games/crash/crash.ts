import type { crash as contract } from '@nare/contract/crash'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { returnPercent } from '@nare/games/games'
import { formatMoney } from '@nare/money/money'
import type { CrashSettings } from '#config-crash'
import type { Country } from '#country/country'
import type { Ledger } from '#modules/ledger/ledger'
import { originOf, type TicketEvents, type Tickets } from '#modules/tickets/tickets'
import type { SettableClock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import { metaOf } from '#platform/paging'
import type { Session } from '#platform/session'
import type { Turns } from '#platform/turns'
import { limitsOf, settingOf } from '../settings.ts'
import { betsById, unsettledBets } from './bet-store.ts'
import { chainById, newestChains, type ChainRow } from './chain-store.ts'
import { openCrashCommands } from './commands.ts'
import type { FlightCashOuts } from './cash-outs.ts'
import type { NamesOf } from './feed.ts'
import type { DecidedBet } from './paying.ts'
import { hashOf, openCrashPlacing, type BetCommand } from './placing.ts'
import { lastGameNo, settledRounds, unfinished } from './round-store.ts'
import { openCrashTopics } from './topic.ts'
import { betView, roundView } from './views.ts'

export { crashLosses, crashWins } from './board.ts'
export { roundNamed } from './round-store.ts'
export { startOwner } from './owner.ts'
export { crashProof } from './proof.ts'
export { crashRetention } from './retention.ts'
export { crashOfBets } from './tickets.ts'

export type CrashDeps = {
  readonly settings: Pick<CrashSettings, 'cycle'>
  readonly db: Db
  /** The connection pool that only money commands use. */
  readonly moneyDb: Db
  readonly clock: SettableClock
  readonly live: Live
  readonly log: Log
  readonly turns: Turns
  readonly ledger: Ledger
  /** The limits of the house now. */
  readonly rules: () => Country['games']
  readonly tickets: Pick<Tickets, 'ids' | 'publish'>
  readonly events: TicketEvents
  readonly namesOf: NamesOf
  /** The maximum expected wait of a bet. A bet that would wait longer is refused immediately. */
  readonly queueMsMax: number
}

type Bet = typeof contract.bet
export type Crash = ReturnType<typeof openCrash>

/** The crash game as every process serves it. The process that owns the game runs it and decides cash-outs. */
export function openCrash(deps: CrashDeps) {
  const { settings, db, ledger, live, log, tickets, rules } = deps
  const topics = openCrashTopics({ ...deps, cycle: settings.cycle })
  const { place: placeInTurn, isFull } = openCrashPlacing(deps)
  let cashOuts: FlightCashOuts | undefined

  /** Publishes decided bets and the balances, after their commit. */
  function onDecided(bets: readonly DecidedBet[]): void {
    if (bets.length === 0) return
    tickets.publish(bets)
    void ledger.publishBalances(
      live,
      bets.map(({ bettor }) => bettor),
    )
  }

  const commands = openCrashCommands({ ...deps, cashOuts: () => cashOuts, onDecided })

  async function place(command: BetCommand): Promise<Outcome<Answer<Bet>, Failure<Bet>>> {
    const placement = await placeInTurn(command)
    if (placement.kind === 'refused') return placement.refusal as Outcome<never, Failure<Bet>>
    const answer = (row: Parameters<typeof betView>[0], balance: string) =>
      done({ status: 201 as const, message: 'Bet placed', bet: betView(row, { asPlaced: true }), balance })
    if (placement.kind === 'repeated')
      return afterCommit(async () => {
        const [[row], { balance }] = await Promise.all([
          betsById(db, [placement.betId]),
          ledger.balances(command.bettor),
        ])
        return row ? answer(row, formatMoney(balance)) : refused('id_reused')
      })
    const { bet, balance } = placement
    const row = { ...bet.crash, roundId: bet.roundId, roundState: 'open' as const }
    return answer({ ...row, state: 'open', cashedOutAt: null, command: null }, formatMoney(balance))
  }

  async function currentChain(): Promise<ChainRow | undefined> {
    const [round] = await unfinished(db)
    return round ? chainById(db, round.chainId) : (await newestChains(db, 1))[0]
  }

  return {
    isFull,
    /** Callbacks of the owner of the game. */
    onDecided,
    onChanged: topics.changed,
    onCashOuts(current: FlightCashOuts | undefined): void {
      cashOuts = current
      topics.setOwner(current !== undefined)
    },
    stop: topics.stop,
    voidWaiting: commands.voidWaiting,

    /** Places a bet once, on the round that accepts bets. */
    place(input: Received<Bet>, session: Session): Promise<Outcome<Answer<Bet>, Failure<Bet>>> {
      const target = input.auto_cash_out ? Number(input.auto_cash_out / 10n) : null
      const { id, stake, slot } = input
      const { bettor, verified } = session
      const command = { bettor, verified, id, stake, slot, target, origin: originOf(session) }
      return answerOrRefuse(place({ ...command, hash: hashOf(command) }), log)
    },

    /** Cashes out a bet once, at the multiplier of the moment at which the server read the command. */
    cashOut: (
      { id, bet_id }: Received<typeof contract.cashOut>,
      { session, readAtMs }: { session: Session; readAtMs: number },
    ) => answerOrRefuse(commands.cashOut({ id, betId: bet_id, bettor: session.bettor }, readAtMs), log),

    /** Cancels a bet before its flight. */
    cancel: ({ id, bet_id }: Received<typeof contract.cancel>, { bettor }: Session) =>
      commands.cancel({ id, betId: bet_id, bettor }),

    /** The chain with this id, by default the chain of the current round; undefined if there is none. */
    async chain(chainId?: string): Promise<Answer<typeof contract.chain> | undefined> {
      const chain = await (chainId === undefined ? currentChain() : chainById(db, chainId))
      if (!chain) return undefined
      const { minStake, maxStake, maxWin } = limitsOf(rules(), 'crash', await settingOf(db, 'crash'))
      return {
        chain_id: chain.chainId,
        tip: chain.tip,
        ...(chain.salt !== null && { salt: chain.salt }),
        salt_source: chain.saltSource,
        return_percent: returnPercent.crash,
        games: chain.games,
        played: await lastGameNo(db, chain.chainId),
        limits: { min_stake: formatMoney(minStake), max_stake: formatMoney(maxStake), max_win: formatMoney(maxWin) },
        automatic_rounds: rules().automaticRounds,
      }
    },

    /** A page of the settled rounds, newest first. */
    async rounds(input: Received<typeof contract.rounds>): Promise<Answer<typeof contract.rounds>> {
      const { chain_id: chainId, round_id: roundId } = input
      const { rows, ...paged } = await settledRounds(db, { chainId, roundId }, input)
      return { data: rows.map(roundView), meta: metaOf(input, paged) }
    },

    /** A bettor's bets on unsettled rounds. */
    bets: async (bettor: bigint): Promise<Answer<typeof contract.bets>> => ({
      data: (await unsettledBets(db, bettor)).map((row) => betView(row)),
    }),
  }
}
