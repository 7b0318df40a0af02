import { networkOf } from '#platform/network-of'
import type { Quota, Quotas, Use } from './quotas.ts'
import type { Caller, Source } from '../source.ts'

const gapS = 60
const hourS = 60 * 60

export type MessageLimits = {
  /** The maximum number of messages to one receiver in an hour and in a day, and of messages requested from one network address in an hour. */
  readonly anHour: number
  readonly aDay: number
  readonly anAddressHour: number
  /** Seconds between further messages after those limits are reached: the maximum time that an owner waits because of strangers. */
  readonly overflowS: number
}

export type Purpose = 'verify' | 'reset' | 'login' | 'confirm'

/**
 * A requested message. `willSend` is false if nothing is sent. Requests that send nothing have separate quotas with the same limits, so
 * that the response is the same and the receiver's quota is not used. `first`: the message of a sign-up, which needs no gap to an earlier
 * message.
 */
export type Message = {
  readonly to: string
  readonly purpose: Purpose
  readonly willSend: boolean
  readonly source: Source
  readonly caller: Caller
  readonly first?: boolean
}

/**
 * The quotas of a message: a gap of 60 seconds for each purpose, a total per hour and per day, and a total per hour for one network
 * address. A recognised device has separate quotas, which no stranger can use up. Login codes too, because they are sent only after the
 * right password.
 */
function quotasFor(message: Message, limits: MessageLimits & { readonly byAddress: boolean }): Use {
  const { to, purpose, willSend, source, caller, first } = message
  const lane = `${willSend ? '' : 'asked '}${purpose === 'login' ? 'login ' : ''}${source.recognised ? `${source.key} ` : ''}${to}`
  const gap = { key: `gap ${purpose} ${lane}`, most: 1, windowS: gapS }
  const hard: Quota[] = first ? [] : [gap]
  if (limits.byAddress && !source.recognised)
    hard.push({ key: `address ${networkOf(caller.address)}`, most: limits.anAddressHour, windowS: hourS })
  const quotas = [
    { key: `hour ${lane}`, most: limits.anHour, windowS: hourS },
    { key: `day ${lane}`, most: limits.aDay, windowS: 24 * hourS },
  ]
  return { hard, unchecked: first ? [gap] : [], soft: { quotas, last: `last ${lane}`, everyS: limits.overflowS } }
}

export type MessageCount = ReturnType<typeof openMessageLimits>['count']

/** Opens the limits on messages to receivers. */
export function openMessageLimits({
  quotas,
  limits,
}: {
  quotas: Quotas
  limits: MessageLimits & { byAddress: boolean }
}) {
  return {
    /** Counts a message. Returns whether it may be sent, and `refund` for a message that was certainly not sent. */
    async count(message: Message) {
      const use = quotasFor(message, limits)
      const used = await quotas.use(use)
      return used.ok
        ? { ok: true as const, overflow: used.overflow, refund: () => quotas.refund(use) }
        : { ok: false as const, by: used.by, waitS: used.waitS }
    },
  }
}
