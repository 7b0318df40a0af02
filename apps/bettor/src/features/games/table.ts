import type { Call, Failed } from '@nare/client/call'
import { betting } from '@nare/contract/betting'
import type { GameMove, GameName, GameOptions } from '@nare/contract/game-shapes'
import { games, type GameRound } from '@nare/contract/games'
import { noAnswer, resolveCommand, type CommandResult } from '../../state/command-outcome.ts'
import { markOf, unresolvedOf, type SentIds } from '../../state/sent-ids.ts'

export type Tools = {
  call: Call
  /** The commands whose results are unknown; they outlive the page. */
  ids: SentIds
  newId: () => string
  wait: (ms: number) => Promise<void>
  /** The balance after an answer; undefined if an answer was looked up without one. */
  onBalance: (balance: string | undefined) => void
}

export type TableState = {
  phase: 'idle' | 'sending' | 'checking'
  /** The open round, else the round that ended here; undefined before the first one. */
  round: GameRound | undefined
  /** Whether `round` was answered just now, so that it may be drawn moving; false for a round found open. */
  isFresh: boolean
  /** Finished rounds of this game, newest first. */
  rounds: readonly GameRound[]
  refusal: Failed | null
}

export type Bet = { stake: string; options: GameOptions }
type Answered = { round: GameRound; balance?: string }
type Outcome = Awaited<ReturnType<typeof resolveCommand<Answered>>>

const roundsKept = 20
const empty: TableState = { phase: 'idle', round: undefined, isFresh: false, rounds: [], refusal: null }

export type Table = ReturnType<typeof openTable>

/**
 * One bettor at one game: the round in play, the last results, and the commands of a round one at a time. A command whose answer is
 * lost is looked up by its id, and while its result is unknown the next one of its kind reuses that id, so at most one takes effect.
 */
export function openTable({ game, owner, tools }: { game: GameName; owner: unknown; tools: Tools }) {
  const { call, ids } = tools
  const listeners = new Set<() => void>()
  let state = empty
  let isOpen = true

  const set = (change: Partial<TableState>): void => {
    if (!isOpen) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const unresolved = (kind: 'bet' | 'move', about = '') =>
    unresolvedOf(ids, owner).find(({ about: of }) => of[0] === kind && of[1] === game && (of[2] ?? '') === about)

  /** Shows an answered round: a finished one joins the results. */
  function show({ round, balance }: Answered): void {
    const others = state.rounds.filter(({ round_id }) => round_id !== round.round_id)
    const rounds = round.state === 'done' ? [round, ...others].slice(0, roundsKept) : others
    set({ round, rounds, isFresh: true, refusal: null })
    if (isOpen) tools.onBalance(balance)
  }

  async function find(id: string): Promise<CommandResult<Answered>> {
    const bet = await call(betting.bet, { id })
    if (!bet.ok) return bet
    const { game: about } = bet.body.data
    return about ? findRound(about.round_id) : lost
  }

  async function findRound(round_id: string): Promise<CommandResult<Answered>> {
    const reply = await call(games.round, { round_id })
    return reply.ok ? { ok: true, value: { round: reply.body.data } } : reply
  }

  /** Reads the last rounds: an open one is continued. */
  async function load(): Promise<void> {
    const reply = await call(games.rounds, { game, limit: roundsKept })
    if (!reply.ok || state.phase !== 'idle') return
    const { data } = reply.body
    const open = data.find((round) => round.state === 'open')
    const shown = data.find(({ round_id }) => round_id === state.round?.round_id)
    const kept = state.round?.state === 'open' ? shown : state.round
    const isFresh = open ? false : state.isFresh
    set({ rounds: data.filter((round) => round.state === 'done'), round: open ?? kept, isFresh })
  }

  /** Sends a command under the id of an unresolved one of its kind, else under a new one; ends with its result. */
  async function run(command: {
    mark: string
    id: string
    send: (id: string) => Promise<CommandResult<Answered>>
    lookUp: (id: string) => Promise<CommandResult<Answered>>
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

  /** Places a bet, unless a command runs or a round is open. */
  async function bet({ stake, options }: Bet): Promise<void> {
    if (state.phase !== 'idle' || state.round?.state === 'open') return
    const earlier = unresolved('bet')
    const mark = earlier?.mark ?? markOf(owner, ['bet', game])
    const outcome = await run({
      mark,
      id: earlier?.id ?? tools.newId(),
      lookUp: find,
      async send(id) {
        const reply = await call(games.bet, { game, id, stake, ...options })
        return reply.ok ? { ok: true, value: reply.body } : reply
      },
    })
    if (outcome.is === 'unknown') return set({ refusal: lost })
    if (outcome.is !== 'refused') return
    const { failed } = outcome
    if (failed.code === 'id_reused') return showEarlier({ mark, id: earlier?.id ?? '' })
    // A refusal of this attempt does not decide an earlier one with the same id, unless the server judged it.
    if (!earlier || isJudged(failed)) ids.drop(mark)
    set({ refusal: failed })
    if (failed.code === 'round_open') await load()
  }

  /** The id belongs to an earlier bet with other content: that round is shown. */
  async function showEarlier({ mark, id }: { mark: string; id: string }): Promise<void> {
    const found = await find(id)
    if (found.ok || found.code === 'not_found') ids.drop(mark)
    if (found.ok) show(found.value)
    else set({ refusal: lost })
  }

  /** Makes a move in the open round. A move that the round no longer allows shows the round as it is now. */
  async function move(wanted: GameMove): Promise<void> {
    const round = state.round
    if (state.phase !== 'idle' || round?.state !== 'open') return
    const { round_id } = round
    const before = round.moves.length
    const earlier = unresolved('move', round_id)
    const mark = earlier?.mark ?? markOf(owner, ['move', game, round_id])
    const input = typeof wanted === 'string' ? { move: wanted } : wanted
    const outcome = await run({
      mark,
      id: earlier?.id ?? tools.newId(),
      async lookUp() {
        const found = await findRound(round_id)
        return found.ok && found.value.round.moves.length <= before ? absent : found
      },
      async send(id) {
        const reply = await call(games.move, { game, id, round_id, ...input })
        return reply.ok ? { ok: true, value: reply.body } : reply
      },
    })
    if (outcome.is === 'unknown') return set({ refusal: lost })
    if (outcome.is !== 'refused') return
    const { failed } = outcome
    if (!earlier || isJudged(failed)) ids.drop(mark)
    const isBehind = failed.code === 'id_reused' || failed.code === 'round_over' || failed.code === 'not_found'
    if (!isBehind) return set({ refusal: failed })
    ids.drop(mark)
    const found = await findRound(round_id)
    if (found.ok) show(found.value)
    else set({ refusal: failed })
  }

  /** Looks up each command whose answer was lost, once. Returns whether any is still unresolved. */
  async function resolve(): Promise<boolean> {
    if (state.phase !== 'idle') return true
    const sent = unresolved('bet')
    if (sent) {
      const found = await find(sent.id)
      if (!found.ok) return true
      ids.drop(sent.mark)
      if (state.phase === 'idle') show(found.value)
    }
    const round = state.round
    const moved = round && unresolved('move', round.round_id)
    if (!moved) return false
    const found = await findRound(round.round_id)
    if (!found.ok) return true
    if (found.value.round.moves.length <= round.moves.length) return found.value.round.state === 'open'
    ids.drop(moved.mark)
    if (state.phase === 'idle') show(found.value)
    return false
  }

  return {
    state: (): TableState => state,
    listen(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    /** Begins to show answers; the returned function ends that. */
    open(): () => void {
      isOpen = true
      void load()
      return () => void (isOpen = false)
    },
    load,
    bet,
    move,
    resolve,
    /** What was refused has been changed; a result that is still unknown stays so. */
    clearRefusal(): void {
      if (state.refusal && state.refusal.code !== 'no_answer') set({ refusal: null })
    },
  }
}

const isJudged = ({ code }: Failed): boolean => code !== 'not_sent' && code !== 'overloaded'
const lost: Failed = noAnswer('Placing the bet failed')
const absent: Failed = { ...lost, status: 404, code: 'not_found' }
