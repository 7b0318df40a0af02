import type { Call, Failed, Reply } from '@nare/client/call'
import { betting, type BetView } from '@nare/contract/betting'
import { crash, zCrashBet, type CrashBet } from '@nare/contract/crash'
import { noAnswer, type CommandResult, type Pace } from '../../commands/command-outcome.ts'
import { isChecked, runCommand, type CommandTools } from '../../commands/run-command.ts'
import { signal } from '../../state/signal.ts'
import { paidOf } from '../../tax/paid-of.ts'
import { multiplierOf } from './flight.ts'

export type SlotNo = 1 | 2
/** `checking`: a command got no response in time, and the bet is looked up until its state is known. */
export type Busy = 'idle' | 'placing' | 'cancelling' | 'cashing' | 'checking'

export type Command = 'bet' | 'cash_out' | 'cancel'

export type Slot = {
  /** The open bet, or the last settled one. */
  bet?: CrashBet | undefined
  busy: Busy
  /** Why the last command had no effect. */
  refusal?: Failed | undefined
  /** The last command. */
  command?: Command | undefined
}
export type Slots = {
  readonly 1: Slot
  readonly 2: Slot
  /** Settled bets of this visit, newest first. */
  readonly settledBets: readonly CrashBet[]
}

/** Why the last command of a bet had no effect. */
export type Refusal = { slotNo: SlotNo; refusal: Failed; command: Command | undefined }

/** The refusals of both bets, bet A first. */
export const refusals = (slots: Slots): Refusal[] =>
  ([1, 2] as const).flatMap((slotNo) => {
    const { refusal, command } = slots[slotNo]
    return refusal ? [{ slotNo, refusal, command }] : []
  })

/** A bet as entered in its panel. */
export type BetOrder = { slot: SlotNo; stake: string; target: string | undefined }

export type SlotTools = CommandTools & {
  call: Call
  onBalance: (balance: string) => void
}

const empty: Slots = { 1: { busy: 'idle' }, 2: { busy: 'idle' }, settledBets: [] }
const settledBetsMax = 500
/** Refusals that a change of stake or target cannot resolve, and an unknown outcome. */
const inputIndependentCodes: ReadonlySet<string> = new Set(['not_verified', 'self_excluded', 'no_answer'])

/**
 * Sends the commands of the bettor's two bets and stores their state as the server confirmed it. A command without a response is
 * resolved by a lookup of its bet, so nothing is shown as placed or cashed out that the server did not confirm.
 */
export function crashSlots({ call, onBalance, ...tools }: SlotTools) {
  const state = signal<Slots>(empty)
  /** Incremented when another bettor logs in; responses to earlier commands are then ignored. */
  let generation = 0
  let currentOwner = ''

  const change = (no: SlotNo, fields: Partial<Slot>): void =>
    state.set({ ...state.get(), [no]: { ...state.get()[no], ...fields } })
  const show = (answered: CrashBet): void => {
    const bet = { ...answered, returned: paidOf(answered) }
    const no = bet.slot as SlotNo
    const before = state.get()[no].bet
    // A late response about an older bet changes the list of settled bets only.
    if (!before || before.bet_id === bet.bet_id || before.state !== 'open') change(no, { bet })
    if (bet.state === 'open') return
    const others = state.get().settledBets.filter(({ bet_id }) => bet_id !== bet.bet_id)
    state.set({ ...state.get(), settledBets: [bet, ...others].slice(0, settledBetsMax) })
  }
  const isCurrent = (began: number): boolean => began === generation

  /** Looks up one bet; undefined without a response. */
  async function lookUp(bet: CrashBet): Promise<CrashBet | undefined> {
    const now = await call(betting.bet, { id: bet.bet_id })
    return now.ok ? withState(bet, now.body.data) : undefined
  }

  /** Looks up the bet that a command placed, by the command's id. */
  async function findPlaced(id: string, order: BetOrder): Promise<CommandResult<Placed>> {
    const found = await call(betting.bet, { id })
    if (!found.ok) return found
    const listed = await call(crash.bets, {})
    const bet = listed.ok ? listed.body.data.find((each) => each.id === id) : undefined
    const { bet_id } = found.body.data
    return { ok: true, value: { bet: bet ?? { ...betOf(id, order), ...stateOf(found.body.data), bet_id } } }
  }

  return {
    get: state.get,
    listen: state.listen,

    /** Forgets the bets of another bettor; `owner` is empty for a guest. */
    setOwner(owner: string): void {
      if (owner === currentOwner) return
      currentOwner = owner
      generation++
      state.set(empty)
    },

    /** Places a bet for the round that is open for betting, else for the next one. Returns the bet once the server has confirmed it. */
    async place(order: BetOrder): Promise<CrashBet | undefined> {
      const { slot: no, stake, target } = order
      if (state.get()[no].busy !== 'idle' || state.get()[no].bet?.state === 'open') return undefined
      const began = generation
      change(no, { busy: 'placing', refusal: undefined, command: 'bet' })
      const outcome = await runCommand<Placed>(
        {
          owner: () => currentOwner,
          about: ['bet', String(no)],
          async send(id) {
            const bet = { id, slot: no, stake, ...(target && { auto_cash_out: target }) }
            const reply = await call(crash.bet, bet)
            return reply.ok ? { ok: true, value: reply.body } : reply
          },
          lookUp: (id) => findPlaced(id, order),
          onChecking: () => isCurrent(began) && change(no, { busy: 'checking' }),
          fallback: crash.bet.fallback,
        },
        tools,
      )
      if (!isCurrent(began)) return undefined
      if (outcome.is !== 'done') {
        change(no, { busy: 'idle', refusal: outcome.failed })
        return undefined
      }
      const { bet, balance } = outcome.value
      if (balance !== undefined) onBalance(balance)
      change(no, { busy: 'idle' })
      show(bet)
      return bet
    },

    /** Clears a refusal that may have been about the previous stake or target. */
    clearInputRefusal(no: SlotNo): void {
      const code = state.get()[no].refusal?.code
      if (code !== undefined && !inputIndependentCodes.has(code)) change(no, { refusal: undefined })
    },

    /** Called when a round begins. Clears `too_late` refusals, which were about the round before. */
    clearLateRefusals(): void {
      for (const no of [1, 2] as const)
        if (state.get()[no].refusal?.code === 'too_late') change(no, { refusal: undefined })
    },

    /** Called when the connection is back. Clears `not_sent` refusals, and a `no_answer` of a bet that is still open. */
    clearConnectionRefusals(): void {
      for (const no of [1, 2] as const) {
        const { refusal, bet } = state.get()[no]
        if (refusal?.code === 'not_sent' || (refusal?.code === 'no_answer' && bet?.state === 'open'))
          change(no, { refusal: undefined })
      }
    },

    /** Cancels a bet before its round starts. */
    cancel: (no: SlotNo): Promise<void> => sendUntilKnown(no, 'cancel'),

    /** Cashes a bet out. The bet is shown as cashed out only after the server has confirmed it. */
    cashOut: (no: SlotNo): Promise<void> => sendUntilKnown(no, 'cash_out'),

    /** Loads the bettor's bets from the server. Returns whether every bet could be loaded. */
    async refresh(): Promise<boolean> {
      const began = generation
      const listed = await call(crash.bets, {})
      if (!listed.ok || !isCurrent(began)) return false
      for (const bet of listed.body.data.toSorted(openLast))
        if (state.get()[bet.slot as SlotNo].busy === 'idle') show(bet)
      const known = new Set(listed.body.data.map(({ bet_id }) => bet_id))
      const rest = ([1, 2] as const).flatMap((no) => {
        const { bet, busy } = state.get()[no]
        return bet?.state === 'open' && busy === 'idle' && !known.has(bet.bet_id) ? [bet] : []
      })
      const found = await Promise.all(rest.map(lookUp))
      if (isCurrent(began)) for (const bet of found) if (bet) show(bet)
      return isCurrent(began) && found.every((bet) => bet !== undefined)
    },

    /** Applies the state of a bet from the topic `bets`. */
    applyState(betId: string, now: StateAndReturn): void {
      for (const no of [1, 2] as const) {
        const { bet } = state.get()[no]
        if (bet?.bet_id === betId && bet.state === 'open' && now.state !== 'open') show(withState(bet, now))
      }
    },
  }

  /**
   * Sends a command on an open bet. Without a response within seconds it is sent again under its id, so it counts once, and the bet is
   * looked up in turn, until the state of the bet is known. A late confirmation still replaces an unknown outcome.
   */
  async function sendUntilKnown(no: SlotNo, command: BetCommand): Promise<void> {
    const { bet, busy } = state.get()[no]
    if (!bet || bet.state !== 'open' || busy !== 'idle') return
    const began = generation
    const route = command === 'cancel' ? crash.cancel : crash.cashOut
    change(no, { busy: command === 'cancel' ? 'cancelling' : 'cashing', refusal: undefined, command })
    const send = async (id: string): Promise<CommandResult<Changed>> => {
      const reply: CommandReply = await call(route, { id, bet_id: bet.bet_id })
      return reply.ok ? { ok: true, value: reply.body } : reply
    }
    let lookUps = 0
    const outcome = await runCommand<Changed>(
      {
        owner: () => currentOwner,
        about: [command, bet.bet_id],
        send,
        async lookUp(id) {
          if (lookUps++ % 2 === 0) {
            const now = await lookUp(bet)
            return now && now.state !== 'open' ? { ok: true, value: { bet: now } } : noAnswer(route.fallback)
          }
          const repeat = await send(id)
          // The refusal of a repeat is conclusive: the round of the bet has moved on.
          return !repeat.ok && isChecked(repeat) ? { ok: true, value: { refusal: repeat } } : repeat
        },
        onChecking: () => isCurrent(began) && change(no, { busy: 'checking' }),
        onLate: ({ bet: confirmed }) => {
          if (!confirmed) return
          const { bet: shown, busy: now } = state.get()[no]
          if (shown?.bet_id === bet.bet_id && now === 'idle') change(no, { refusal: undefined })
          show(confirmed)
        },
        pace: quickPace,
        fallback: route.fallback,
      },
      tools,
    )
    if (!isCurrent(began)) return
    if (outcome.is === 'refused') return refused(no, bet, outcome.failed)
    if (outcome.is === 'unknown') return change(no, { busy: 'idle', refusal: outcome.failed })
    const { bet: now, balance, refusal } = outcome.value
    if (refusal) return refused(no, bet, refusal)
    if (balance !== undefined) onBalance(balance)
    change(no, { busy: 'idle' })
    if (now) show(now)
  }

  /** Stores a refusal. A `too_late` refusal carries the current bet; if that bet has won at its target, nothing was refused. */
  function refused(no: SlotNo, bet: CrashBet, reply: Failed): void {
    const late = zCrashBet.safeParse(reply.body['bet'])
    const hasWon = late.success && late.data.state === 'won'
    change(no, { busy: 'idle', refusal: hasWon ? undefined : reply })
    if (late.success && late.data.bet_id === bet.bet_id) show(late.data)
  }
}

type BetCommand = Exclude<Command, 'bet'>
type CommandReply = Reply<typeof crash.cashOut> | Reply<typeof crash.cancel>
type Placed = { bet: CrashBet; balance?: string }
/** The bet after a command. A look-up returns no balance, and the refusal of a repeat no bet. */
type Changed = { bet?: CrashBet; balance?: string; refusal?: Failed }

/** A flight lasts seconds, so a cash-out without a response is repeated sooner than other commands are looked up. */
const quickPace: Pace = { checkAfterMs: 4000, lookUpMs: 4000, delayMs: () => 1000, max: { open: 80, ended: 80 } }

/** Sorts open bets last, so that a slot shows its open bet. */
const openLast = (a: CrashBet, b: CrashBet): number => Number(a.state === 'open') - Number(b.state === 'open')

type StateAndReturn = Pick<CrashBet, 'state' | 'returned' | 'tax'>
type TicketNow = Pick<BetView, 'state' | 'returned' | 'tax'>

/** Sets the state of a bet. The multiplier of its cash-out follows from the payout. */
function withState(bet: CrashBet, now: TicketNow): CrashBet {
  if (now.state !== 'won') return { ...bet, ...stateOf(now) }
  return { ...bet, ...stateOf(now), cashed_out_at: bet.cashed_out_at ?? multiplierOf(bet.stake, now.returned) }
}

/** A ticket of a game never waits for a trader. */
const stateOf = ({ state, returned, tax }: TicketNow): StateAndReturn => ({
  ...{ state: state as CrashBet['state'], returned },
  ...(tax && { tax }),
})

/** Builds a placed bet from its command, because the lookup by id lacks these fields. */
function betOf(id: string, { slot, stake, target }: BetOrder): CrashBet {
  const auto = target ?? null
  return {
    bet_id: id,
    id,
    round_id: '',
    slot,
    stake,
    auto_cash_out: auto,
    cashes_out_at: auto ?? '',
    state: 'open',
    returned: '0.00',
    placed_at: '',
  }
}
