import type { Call, Failed } from '@nare/client/call'
import { betting } from '@nare/contract/betting'
import type { GameMove, GameName, GameOptions } from '@nare/contract/game-shapes'
import { games, type GameRound } from '@nare/contract/games'
import { noAnswer, resolveCommand, type CommandResult } from '../../state/command-outcome.ts'
import { markOf, unresolvedOf, type SentIds } from '../../state/sent-ids.ts'

export type Tools = {
  call: Call
  /** The commands whose outcomes are unknown; they stay stored when the page closes. */
  ids: SentIds
  newId: () => string
  wait: (ms: number) => Promise<void>
  /** Called with the balance of a response; undefined after a lookup, which returns no balance. */
  onBalance: (balance: string | undefined) => void
}

export type GameSessionState = {
  phase: 'idle' | 'sending' | 'checking'
  /** The open round, else the last round that ended on this screen; undefined before the first round. */
  round: GameRound | undefined
  /** True if `round` has just arrived and may be animated; false for an open round that was loaded. */
  isFresh: boolean
  /** Finished rounds of this game, newest first. */
  rounds: readonly GameRound[]
  refusal: Failed | null
}

export type Bet = { stake: string; options: GameOptions }
type RoundReply = { round: GameRound; balance?: string }
type Outcome = Awaited<ReturnType<typeof resolveCommand<RoundReply>>>

const roundsKept = 20
const empty: GameSessionState = { phase: 'idle', round: undefined, isFresh: false, rounds: [], refusal: null }

export type GameSession = ReturnType<typeof openGameSession>

/**
 * The state of one game for one bettor: the current round, the last results, and at most one running command. A command without a
 * response is looked up by its id. While its outcome is unknown, the next command of its kind reuses the id, so at most one takes effect.
 */
export function openGameSession({ game, owner, tools }: { game: GameName; owner: unknown; tools: Tools }) {
  const { call, ids } = tools
  const listeners = new Set<() => void>()
  let state = empty
  let isMounted = true

  const set = (change: Partial<GameSessionState>): void => {
    if (!isMounted) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const unresolved = (kind: 'bet' | 'move', about = '') =>
    unresolvedOf(ids, owner).find(
      ({ about: part }) => part[0] === kind && part[1] === game && (part[2] ?? '') === about,
    )

  /** Shows the round of a response. A finished round is added to the results. */
  function show({ round, balance }: RoundReply): void {
    const others = state.rounds.filter(({ round_id }) => round_id !== round.round_id)
    const rounds = round.state === 'done' ? [round, ...others].slice(0, roundsKept) : others
    set({ round, rounds, isFresh: true, refusal: null })
    if (isMounted) tools.onBalance(balance)
  }

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
    const reply = await call(games.rounds, { game, limit: roundsKept })
    if (!reply.ok || state.phase !== 'idle') return
    const { data } = reply.body
    const open = data.find((round) => round.state === 'open')
    const refetched = data.find(({ round_id }) => round_id === state.round?.round_id)
    const current = state.round?.state === 'open' ? refetched : state.round
    const isFresh = open ? false : state.isFresh
    set({ rounds: data.filter((round) => round.state === 'done'), round: open ?? current, isFresh })
  }

  /** Sends a command under its id and returns the outcome. */
  async function run(command: {
    mark: string
    id: string
    send: (id: string) => Promise<CommandResult<RoundReply>>
    lookUp: (id: string) => Promise<CommandResult<RoundReply>>
  }): Promise<Outcome> {
    const { mark, id } = command
    ids.keep(mark, id)
    set({ phase: 'sending', refusal: null })
    const outcome = await resolveCommand({
      answer: command.send(id),
      lookUp: () => command.lookUp(id),
      wait: tools.wait,
      onChecking: () => set({ phase: 'checking' }),
    })
    set({ phase: 'idle' })
    if (outcome.is === 'done') {
      ids.drop(mark)
      show(outcome.value)
    }
    return outcome
  }

  /** Places a bet, unless a command is running or a round is open. */
  async function bet({ stake, options }: Bet): Promise<void> {
    if (state.phase !== 'idle' || state.round?.state === 'open') return
    const earlier = unresolved('bet')
    const mark = earlier?.mark ?? markOf(owner, ['bet', game])
    const outcome = await run({
      mark,
      id: earlier?.id ?? tools.newId(),
      lookUp: findByCommandId,
      async send(id) {
        const reply = await call(games.bet, { game, id, stake, ...options })
        return reply.ok ? { ok: true, value: reply.body } : reply
      },
    })
    if (outcome.is === 'unknown') return set({ refusal: noResponse })
    if (outcome.is !== 'refused') return
    const { failed } = outcome
    if (failed.code === 'id_reused') return showEarlier({ mark, id: earlier?.id ?? '' })
    if (earlier && leavesEarlierUnresolved(failed)) return set({ refusal: noResponse })
    ids.drop(mark)
    set({ refusal: failed })
    if (failed.code === 'round_open') await load()
  }

  /** Shows the round of an earlier bet that used this id with different content. */
  async function showEarlier({ mark, id }: { mark: string; id: string }): Promise<void> {
    const result = await findByCommandId(id)
    if (result.ok || result.code === 'not_found') ids.drop(mark)
    if (result.ok) show(result.value)
    else set({ refusal: noResponse })
  }

  /** Makes a move in the open round. If the round no longer allows the move, shows the current round. */
  async function move(requested: GameMove): Promise<void> {
    const round = state.round
    if (state.phase !== 'idle' || round?.state !== 'open') return
    const { round_id } = round
    const before = round.moves.length
    const earlier = unresolved('move', round_id)
    const mark = earlier?.mark ?? markOf(owner, ['move', game, round_id])
    const input = typeof requested === 'string' ? { move: requested } : requested
    const outcome = await run({
      mark,
      id: earlier?.id ?? tools.newId(),
      async lookUp() {
        const result = await findRound(round_id)
        return result.ok && result.value.round.moves.length <= before ? notFound : result
      },
      async send(id) {
        const reply = await call(games.move, { game, id, round_id, ...input })
        return reply.ok ? { ok: true, value: reply.body } : reply
      },
    })
    if (outcome.is === 'unknown') return set({ refusal: noResponse })
    if (outcome.is !== 'refused') return
    const { failed } = outcome
    if (earlier && leavesEarlierUnresolved(failed)) return set({ refusal: noResponse })
    ids.drop(mark)
    const isOutdated = failed.code === 'id_reused' || failed.code === 'round_over' || failed.code === 'not_found'
    if (!isOutdated) return set({ refusal: failed })
    const result = await findRound(round_id)
    if (result.ok) show(result.value)
    else set({ refusal: failed })
  }

  /** Looks up each command without a response once. Returns true if any is still unresolved. */
  async function resolve(): Promise<boolean> {
    if (state.phase !== 'idle') return true
    const sent = unresolved('bet')
    if (sent) {
      const result = await findByCommandId(sent.id)
      if (!result.ok) return true
      ids.drop(sent.mark)
      if (state.phase === 'idle') show(result.value)
    }
    const round = state.round
    const moved = round && unresolved('move', round.round_id)
    if (!moved) return false
    const result = await findRound(round.round_id)
    if (!result.ok) return true
    if (result.value.round.moves.length <= round.moves.length) return result.value.round.state === 'open'
    ids.drop(moved.mark)
    if (state.phase === 'idle') show(result.value)
    return false
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

/** This attempt had no effect; an earlier attempt with the same id may have had one. */
const leavesEarlierUnresolved = ({ code }: Failed): boolean => code === 'not_sent' || code === 'overloaded'
const noResponse: Failed = noAnswer('Placing the bet failed')
const notFound: Failed = { ...noResponse, status: 404, code: 'not_found' }
