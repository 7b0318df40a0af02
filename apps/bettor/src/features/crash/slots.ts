import type { Call, Failed, Reply } from '@nare/client/call'
import { betting } from '@nare/contract/betting'
import { crash, zCrashBet, type CrashBet } from '@nare/contract/crash'
import { isRefusal, noAnswer, resolveCommand, type CommandResult } from '../../state/command-outcome.ts'
import { signal } from '../../state/signal.ts'
import { multiplierOf } from './flight.ts'

export type SlotNo = 1 | 2
/** `checking`: the answer to a command is late or lost, and the bet is looked up until its state is known. */
export type Busy = 'idle' | 'placing' | 'cancelling' | 'cashing' | 'checking'

export type Command = 'bet' | 'cash_out' | 'cancel'

export type Slot = {
  /** The open bet, or the last one that was decided. */
  bet?: CrashBet | undefined
  busy: Busy
  /** Why the last command had no effect. */
  refusal?: Failed | undefined
  /** What the last command was. */
  about?: Command | undefined
}
export type Slots = {
  readonly 1: Slot
  readonly 2: Slot
  /** Decided bets of this visit, newest first. */ readonly over: readonly CrashBet[]
}
/** A bet as the panel sends it. */
export type BetOrder = { slot: SlotNo; stake: string; target: string | undefined }

export type SlotTools = {
  call: Call
  newId: () => string
  wait: (ms: number) => Promise<void>
  onBalance: (balance: string) => void
}

const empty: Slots = { 1: { busy: 'idle' }, 2: { busy: 'idle' }, over: [] }
const overMax = 30
/** Refusals that hold for every stake. */
const ofBettor: ReadonlySet<string> = new Set(['not_verified', 'self_excluded'])
const answerWithinMs = 4000
const retryMs = 1000
const triesMax = 40

/**
 * The two bets of a bettor: their commands, and their states as the server acknowledged them. A command whose answer is lost is
 * resolved by looking its bet up, so nothing is shown as placed or cashed out that the server did not confirm.
 */
export function crashSlots({ call, newId, wait, onBalance }: SlotTools) {
  const state = signal<Slots>(empty)
  /** Rises when another bettor logs in: answers to earlier commands are then dropped. */
  let generation = 0
  let ownedBy = ''

  const change = (no: SlotNo, fields: Partial<Slot>): void =>
    state.set({ ...state.get(), [no]: { ...state.get()[no], ...fields } })
  const show = (bet: CrashBet): void => {
    const no = bet.slot as SlotNo
    const before = state.get()[no].bet
    // A late answer about an older bet changes the list of decided bets only.
    if (!before || before.bet_id === bet.bet_id || before.state !== 'open') change(no, { bet })
    if (bet.state === 'open') return
    const others = state.get().over.filter(({ bet_id }) => bet_id !== bet.bet_id)
    state.set({ ...state.get(), over: [bet, ...others].slice(0, overMax) })
  }
  const isOwn = (began: number): boolean => began === generation

  /** Looks up one bet; undefined without an answer. */
  async function lookUp(bet: CrashBet): Promise<CrashBet | undefined> {
    const now = await Promise.race([call(betting.bet, { id: bet.bet_id }), wait(answerWithinMs)])
    return now?.ok ? withState(bet, now.body.data) : undefined
  }

  /** The bet that a command placed, by the command's id. */
  async function placed(id: string, order: BetOrder): Promise<CommandResult<CrashBet>> {
    const found = await call(betting.bet, { id })
    if (!found.ok) return found
    const listed = await call(crash.bets, {})
    const bet = listed.ok ? listed.body.data.find((each) => each.id === id) : undefined
    return {
      ok: true,
      value: bet ?? { ...betOf(id, order), ...stateOf(found.body.data), bet_id: found.body.data.bet_id },
    }
  }

  return {
    get: state.get,
    listen: state.listen,

    /** Forgets the bets of another bettor; `owner` is empty for a guest. */
    own(owner: string): void {
      if (owner === ownedBy) return
      ownedBy = owner
      generation++
      state.set(empty)
    },

    /** Places a bet for the round that takes bets, else for the next one. Returns the bet once the server confirmed it. */
    async place(order: BetOrder): Promise<CrashBet | undefined> {
      const { slot: no, stake, target } = order
      if (state.get()[no].busy !== 'idle' || state.get()[no].bet?.state === 'open') return undefined
      const began = generation
      change(no, { busy: 'placing', refusal: undefined, about: 'bet' })
      const id = newId()
      const answer = call(crash.bet, { id, slot: no, stake, ...(target && { auto_cash_out: target }) }).then(
        (reply): CommandResult<CrashBet> => {
          if (!reply.ok) return reply
          if (isOwn(began)) onBalance(reply.body.balance)
          return { ok: true, value: reply.body.bet }
        },
      )
      const outcome = await resolveCommand({
        answer,
        lookUp: () => placed(id, order),
        wait,
        onChecking: () => isOwn(began) && change(no, { busy: 'checking' }),
      })
      if (!isOwn(began)) return undefined
      if (outcome.is === 'done') {
        change(no, { busy: 'idle' })
        show(outcome.value)
        return outcome.value
      }
      change(no, { busy: 'idle', refusal: outcome.is === 'refused' ? outcome.failed : noAnswer(crash.bet.fallback) })
      return undefined
    },

    /** Another stake was typed: a refusal that may have been about the last one is over. */
    restaked(no: SlotNo): void {
      const code = state.get()[no].refusal?.code
      if (code !== undefined && !ofBettor.has(code)) change(no, { refusal: undefined })
    },

    /** The connection is back: what was not sent, or not confirmed of an open bet, is no news any more. */
    reconnected(): void {
      for (const no of [1, 2] as const) {
        const { refusal, bet } = state.get()[no]
        if (refusal?.code === 'not_sent' || (refusal?.code === 'no_answer' && bet?.state === 'open'))
          change(no, { refusal: undefined })
      }
    },

    /** Takes a bet back before its flight. */
    async cancel(no: SlotNo): Promise<void> {
      const { bet, busy } = state.get()[no]
      if (!bet || bet.state !== 'open' || busy !== 'idle') return
      const id = newId()
      await decide(no, bet, 'cancel', () => call(crash.cancel, { id, bet_id: bet.bet_id }))
    },

    /**
     * Cashes a bet out. While no answer comes the same command is sent again, so it counts once, and the bet is looked up: it is
     * cashed out only once the server has answered.
     */
    async cashOut(no: SlotNo): Promise<void> {
      const { bet, busy } = state.get()[no]
      if (!bet || bet.state !== 'open' || busy !== 'idle') return
      const id = newId()
      await decide(no, bet, 'cash_out', () => call(crash.cashOut, { id, bet_id: bet.bet_id }))
    },

    /** Takes over what the server knows of this bettor's bets. Returns whether it answered. */
    async refresh(): Promise<boolean> {
      const began = generation
      const listed = await Promise.race([call(crash.bets, {}), wait(answerWithinMs)])
      if (!listed?.ok || !isOwn(began)) return false
      for (const bet of listed.body.data.toSorted(openLast))
        if (state.get()[bet.slot as SlotNo].busy === 'idle') show(bet)
      const known = new Set(listed.body.data.map(({ bet_id }) => bet_id))
      const rest = ([1, 2] as const).flatMap((no) => {
        const { bet, busy } = state.get()[no]
        return bet?.state === 'open' && busy === 'idle' && !known.has(bet.bet_id) ? [bet] : []
      })
      const found = await Promise.all(rest.map(lookUp))
      if (isOwn(began)) for (const bet of found) if (bet) show(bet)
      return isOwn(began) && found.every((bet) => bet !== undefined)
    },

    /** The state of a bet as the topic of the bettor's own bets has it. */
    note(betId: string, now: { state: CrashBet['state']; returned: string }): void {
      for (const no of [1, 2] as const) {
        const { bet } = state.get()[no]
        if (bet?.bet_id === betId && bet.state === 'open' && now.state !== 'open') show(withState(bet, now))
      }
    },
  }

  /** Sends a command about a bet until the bet's state is known. */
  async function decide(no: SlotNo, bet: CrashBet, about: Decision, send: () => Promise<Decided>): Promise<void> {
    const began = generation
    let wasSent = false
    change(no, { busy: about === 'cancel' ? 'cancelling' : 'cashing', refusal: undefined, about })
    for (let tries = 0; tries < triesMax && isOwn(began); tries++) {
      const reply = await Promise.race([send(), wait(answerWithinMs)])
      if (!isOwn(began)) return
      if (reply?.ok) return done(no, reply.body)
      if (reply && isRefusal(reply) && (reply.code !== 'not_sent' || !wasSent)) return refused(no, bet, reply)
      if (reply?.code !== 'not_sent') wasSent = true
      change(no, { busy: 'checking' })
      const now = await lookUp(bet)
      if (!isOwn(began)) return
      if (now && now.state !== 'open') {
        change(no, { busy: 'idle' })
        return show(now)
      }
      await wait(retryMs)
    }
    const { fallback } = about === 'cancel' ? crash.cancel : crash.cashOut
    if (isOwn(began)) change(no, { busy: 'idle', refusal: noAnswer(fallback) })
  }

  function done(no: SlotNo, { bet, balance }: { bet: CrashBet; balance: string }): void {
    onBalance(balance)
    change(no, { busy: 'idle' })
    show(bet)
  }

  /** A refusal that comes too late carries the bet as it is. */
  function refused(no: SlotNo, bet: CrashBet, reply: Failed): void {
    const late = zCrashBet.safeParse(reply.body['bet'])
    change(no, { busy: 'idle', refusal: reply })
    if (late.success && late.data.bet_id === bet.bet_id) show(late.data)
  }
}

type Decision = Exclude<Command, 'bet'>
type Decided = Reply<typeof crash.cashOut> | Reply<typeof crash.cancel>

/** Open bets last, so that they are what a slot shows. */
const openLast = (a: CrashBet, b: CrashBet): number => Number(a.state === 'open') - Number(b.state === 'open')

type Seen = { state: CrashBet['state']; returned: string }

/** A bet with another state. Its multiplier at the cash-out follows from what it paid. */
function withState(bet: CrashBet, now: Seen): CrashBet {
  if (now.state !== 'won') return { ...bet, ...stateOf(now) }
  return { ...bet, ...stateOf(now), cashed_out_at: bet.cashed_out_at ?? multiplierOf(bet.stake, now.returned) }
}

const stateOf = ({ state, returned }: Seen): Seen => ({ state, returned })

/** A bet that was placed, as far as its command shows. */
function betOf(id: string, { slot, stake, target }: BetOrder): CrashBet {
  const auto = target ?? null
  return {
    ...{ bet_id: id, id, round_id: '', slot, stake, auto_cash_out: auto, cashes_out_at: auto ?? '' },
    ...{ state: 'open', returned: '0.00', placed_at: '' },
  }
}
