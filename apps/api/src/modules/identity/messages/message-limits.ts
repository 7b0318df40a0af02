import { networkOf } from '#platform/network-of'
import type { Quota, Quotas, Use } from './quotas.ts'
import type { Caller, Source } from './source.ts'

const gapS = 60
const hourS = 60 * 60

export type MessageLimits = {
  /** Messages that one receiver gets in an hour and in a day, and one address causes in an hour. */
  readonly anHour: number
  readonly aDay: number
  readonly anAddressHour: number
  /** Where those are used up, one more goes out every so many seconds: so nobody can keep an owner waiting longer. */
  readonly overflowS: number
}

export type Purpose = 'verify' | 'reset' | 'login' | 'confirm'

/**
 * A message that somebody asks for. `sends` is whether one really goes out: what is only asked for counts apart, by the same rules,
 * so that the answer is the same and the receiver's own quota stays. `first` is the message of a sign-up, which waits for no earlier one.
 */
export type Message = {
  readonly to: string
  readonly purpose: Purpose
  readonly sends: boolean
  readonly source: Source
  readonly caller: Caller
  readonly first?: boolean
}

/**
 * The quotas of a message: 60 seconds apart for each purpose, so many an hour and a day in all, and so many an hour for one address.
 * A known device has quotas of its own, which no stranger can use up; so has the code of a login, which only goes out to who knows the
 * password.
 */
export function quotasFor(message: Message, limits: MessageLimits & { readonly byAddress: boolean }): Use {
  const { to, purpose, sends, source, caller, first } = message
  const lane = `${sends ? '' : 'asked '}${purpose === 'login' ? 'login ' : ''}${source.known ? `${source.key} ` : ''}${to}`
  const gap = { key: `gap ${purpose} ${lane}`, most: 1, windowS: gapS }
  const hard: Quota[] = first ? [] : [gap]
  if (limits.byAddress && !source.known)
    hard.push({ key: `address ${networkOf(caller.address)}`, most: limits.anAddressHour, windowS: hourS })
  const quotas = [
    { key: `hour ${lane}`, most: limits.anHour, windowS: hourS },
    { key: `day ${lane}`, most: limits.aDay, windowS: 24 * hourS },
  ]
  return { hard, unchecked: first ? [gap] : [], soft: { quotas, last: `last ${lane}`, everyS: limits.overflowS } }
}

export type Messages = ReturnType<typeof openMessages>

/** Counts messages to receivers. */
export function openMessages({ quotas, limits }: { quotas: Quotas; limits: MessageLimits & { byAddress: boolean } }) {
  return {
    /** Counts one message: whether it may go out, and how to take it back where it certainly was not sent. */
    async count(message: Message) {
      const use = quotasFor(message, limits)
      const used = await quotas.use(use)
      return used.ok
        ? { ok: true as const, overflow: used.overflow, giveBack: () => quotas.giveBack(use) }
        : { ok: false as const, by: used.by, waitS: used.waitS }
    },
  }
}
