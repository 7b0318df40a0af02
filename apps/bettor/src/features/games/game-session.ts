import type { Call, Failed } from '@nare/client/call'
import { betting } from '@nare/contract/betting'
import type { GameMove, GameName, GameOptions } from '@nare/contract/game-shapes'
import { games, type GameRound } from '@nare/contract/games'
import { noAnswer, type CommandResult } from '../../commands/command-outcome.ts'
import { markOf } from '../../commands/sent-ids.ts'
import { resolveSent, runCommand, type Command, type CommandTools, type Outcome } from '../../commands/run-command.ts'
import { taxedRound } from './taxed.ts'

export type Tools = CommandTools & {
  call: Call
  /** Called with the balance of a response; undefined after a lookup, which returns no balance. */
  onBalance: (balance: string | undefined) => void
}

export type GameSessionState = {
  /** Idle while another command can be sent. */
  phase: 'idle' | 'sending' | 'checking'
  /** True while a command has no response: the balance may be ahead of the rounds. */
  isWaiting: boolean
  /** The open round, else the last round that ended on this screen; undefined before the first round. */
  round: GameRound | undefined
  /** True if `round` has just arrived and may be animated; false for an open round that was loaded. */
  isFresh: boolean
  /** Finished rounds of this game, newest first. */
  rounds: readonly GameRound[]
  /** The rounds of `rounds` that were played on this screen. */
  arrived: readonly GameRound[]
  refusal: Failed | null
}

export type Bet = { stake: string; options: GameOptions }
type RoundReply = { round: GameRound; balance?: string }
/** How a bet ended: `late` if its response was lost and its round was found afterwards; undefined if it was not sent. */
export type BetEnd = { is: 'done'; round: GameRound; late: boolean } | { is: 'refused' | 'unknown' } | undefined

const roundsRead = 20
/** The rounds that a screen keeps; the session's best is one of them. */
const roundsKept = 100
const empty: GameSessionState = {
  phase: 'idle',
  isWaiting: false,
  round: undefined,
  isFresh: false,
  rounds: [],
  arrived: [],
  refusal: null,
}

type Opening = {
  game: GameName
  owner: unknown
  tools: Tools
  /** The most bets without a response at the same time. */
  lanes?: number
}

export type GameSession = ReturnType<typeof openGameSession>

/**
 * The state of one game for one bettor: the current round, the last results, and the running commands: one, or up to `lanes` bets at
 * once. A command without a response is looked up by its id. While its outcome is unknown, at most one command of its kind and lane takes
 * effect, and the next bet uses its lane.
 */
export function openGameSession({ game, owner, tools, lanes = 1 }: Opening) {
  const { call } = tools
  const running = new Map<number, 'sending' | 'checking'>()
  const listeners = new Set<() => void>()
  let state = empty
  let isMounted = true

  const set = (change: Partial<GameSessionState>): void => {
    if (!isMounted) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  /** Shows the round of a response. A finished round is added to the results. */
  function show({ round: answered, balance }: RoundReply, refusal: Failed | null = null): void {
    const round = taxedRound(answered)
    const withRound = (all: readonly GameRound[]): GameRound[] => {
      const others = all.filter(({ round_id }) => round_id !== round.round_id)
      return round.state === 'done' ? [round, ...others].slice(0, roundsKept) : others
    }
    set({ round, rounds: withRound(state.rounds), arrived: withRound(state.arrived), isFresh: true, refusal })
    if (isMounted) tools.onBalance(balance)
  }

  /** Notes what a lane does, and returns the state of all lanes. */
  function stateAfter(
    lane: number,
    step: 'sending' | 'checking' | 'over',
  ): Pick<GameSessionState, 'phase' | 'isWaiting'> {
    if (step === 'over') running.delete(lane)
    else running.set(lane, step)
    const isChecking = [...running.values()].includes('checking')
    return {
      phase: isChecking ? 'checking' : running.size < lanes ? 'idle' : 'sending',
      isWaiting: running.size > 0,
    }
  }

  /** A lane without a running command: first one whose last bet has no known outcome. */
  function freeLane(): number | undefined {
    const free = Array.from({ length: lanes }, (_, lane) => lane).filter((lane) => !running.has(lane))
    return free.find((lane) => tools.ids.of(markOf(owner, betIn(lane))) !== undefined) ?? free[0]
  }
  const betIn = (lane: number): string[] => ['bet', game, ...(lane === 0 ? [] : [String(lane)])]

  async function findByCommandId(id: string): Promise<CommandResult<RoundReply>> {
    const bet = await call(betting.bet, { id })
    if (!bet.ok) return bet
    const { game: gameOfBet } = bet.body.data
    return gameOfBet ? findRound(gameOfBet.round_id) : noResponse
  }

  async function findRound(round_id: string): Promise<CommandResult<RoundReply>> {
    const reply = await call(games.round, { round_id })
    return reply.ok ? { ok: true, value: { round: reply.body.data } } : reply
  }

  /** Loads the last rounds and shows the open round, if any. */
  async function load(): Promise<void> {
    const reply = await call(games.rounds, { game, limit: roundsRead })
    if (!reply.ok || running.size > 0) return
    const data = reply.body.data.map(taxedRound)
    const open = data.find((round) => round.state === 'open')
    const refetched = data.find(({ round_id }) => round_id === state.round?.round_id)
    const current = state.round?.state === 'open' ? refetched : state.round
    const isFresh = open ? false : state.isFresh
    const done = data.filter(({ state }) => state === 'done')
    const older = state.rounds.filter((kept) => !data.some(({ round_id }) => round_id === kept.round_id))
    set({ rounds: [...done, ...older].slice(0, roundsKept), round: open ?? current, isFresh })
  }

  /** Sends a command, shows its round, and returns how it ended; `late` if the response was lost. */
  async function run(
    command: Pick<Command<RoundReply>, 'about' | 'send' | 'lookUp'>,
    lane = 0,
  ): Promise<Outcome<RoundReply> & { late: boolean }> {
    set({ ...stateAfter(lane, 'sending'), refusal: null })
    let late = false
    const onChecking = (): void => {
      late = true
      set(stateAfter(lane, 'checking'))
    }
    const outcome = await runCommand({ ...command, owner: () => owner, onChecking, fallback }, tools)
    set(stateAfter(lane, 'over'))
    // The refusal of another bet that was sent with this one stays.
    if (outcome.is === 'done') show(outcome.value, state.refusal)
    else set({ refusal: outcome.failed })
    return { ...outcome, late: late || (outcome.is === 'done' && outcome.earlier) }
  }

  /** Places a bet, unless all lanes are running, an outcome is being looked up, or a round is open. */
  async function bet({ stake, options }: Bet): Promise<BetEnd> {
    const lane = freeLane()
    if (lane === undefined || state.phase !== 'idle' || state.round?.state === 'open') return undefined
    const ended = await run(
      {
        about: betIn(lane),
        lookUp: findByCommandId,
        async send(id) {
          const reply = await call(games.bet, { game, id, stake, ...options })
          return reply.ok ? { ok: true, value: reply.body } : reply
        },
      },
      lane,
    )
    if (ended.is === 'done') return { is: 'done', round: taxedRound(ended.value.round), late: ended.late }
    if (ended.failed.code === 'round_open') await load()
    return { is: ended.is }
  }

  /** Makes a move in the open round. If the round no longer allows the move, shows the current round. */
  async function move(requested: GameMove): Promise<void> {
    const round = state.round
    if (running.size > 0 || round?.state !== 'open') return
    const { round_id } = round
    const input = typeof requested === 'string' ? { move: requested } : requested
    const ended = await run({
      about: ['move', game, round_id],
      lookUp: () => findMove(round),
      async send(id) {
        const reply = await call(games.move, { game, id, round_id, ...input })
        return reply.ok ? { ok: true, value: reply.body } : reply
      },
    })
    if (ended.is === 'done' || !['id_reused', 'round_over', 'not_found'].includes(ended.failed.code)) return
    const result = await findRound(round_id)
    if (result.ok) show(result.value)
  }

  /** Finds a move by the round: nothing is left to find out once the round has more moves than before, or is over. */
  async function findMove({ round_id, moves }: GameRound): Promise<CommandResult<RoundReply>> {
    const result = await findRound(round_id)
    if (!result.ok) return result
    const { round } = result.value
    return round.state === 'open' && round.moves.length <= moves.length ? notFound : result
  }

  /** Looks up each command without a response once. Returns true if any is still unresolved. */
  async function resolve(): Promise<boolean> {
    if (running.size > 0) return true
    const round = state.round
    return resolveSent(
      {
        owner: () => owner,
        only: ({ about: [kind, of, round_id] }) =>
          of === game && (kind === 'bet' || (round?.state === 'open' && round_id === round.round_id)),
        lookUp: ({ id, about: [kind] }) => (kind === 'bet' || !round ? findByCommandId(id) : findMove(round)),
        onFound: (found) => running.size === 0 && show(found),
      },
      tools,
    )
  }

  return {
    state: (): GameSessionState => state,
    listen(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    /** Starts publishing state and loads the last rounds; the returned function stops publishing. */
    open(): () => void {
      isMounted = true
      void load()
      return () => void (isMounted = false)
    },
    load,
    bet,
    move,
    resolve,
    /** Clears the refusal after the bettor has changed the input. An unknown outcome stays. */
    clearRefusal(): void {
      if (state.refusal && state.refusal.code !== 'no_answer') set({ refusal: null })
    },
  }
}

const fallback = 'Placing the bet failed'
const noResponse: Failed = noAnswer(fallback)
const notFound: Failed = { ...noResponse, status: 404, code: 'not_found' }
