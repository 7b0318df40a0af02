import type { Puzzle } from '@nare/fair/puzzle'
import { networkOf } from '#platform/network-of'
import type { NetworkCodes } from './network-codes.ts'
import type { Puzzles } from './puzzles.ts'
import type { Quota, Quotas, Use } from './quotas.ts'
import type { Caller, Source } from '../source.ts'

const gapS = 60
const hourS = 60 * 60
/** The time for which the challenge of a used proof is remembered, longer than it is valid. */
const proofS = 15 * 60

export type MessageLimits = {
  /** The maximum number of messages to one receiver in an hour and in a day. */
  readonly anHour: number
  readonly aDay: number
  /** The messages that callers behind one network address may request in an hour without a proof of work. */
  readonly anAddressHour: number
  /** The same for codes to numbers that were never verified, while enough of the codes from that address are entered. */
  readonly codesAnAddressHour: number
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
  /** The solution of the puzzle that an earlier request was answered with. */
  readonly proof?: string | undefined
}

/** Whether a message is counted, or what it lacks: time, or a proof of work because its address has requested many. */
export type Counted =
  | { readonly ok: true; readonly overflow: boolean; readonly refund: () => Promise<void> }
  | { readonly ok: false; readonly by: 'hard' | 'soft'; readonly waitS: number }
  | { readonly ok: false; readonly by: 'puzzle'; readonly puzzle: Puzzle }

export type MessageCount = ReturnType<typeof openMessageLimits>['count']

/**
 * The quotas of a message to its receiver: a gap of 60 seconds for each purpose, and a total per hour and per day. A recognised device has
 * separate quotas, which no stranger can use up. Login codes too, because they are sent only after the right password.
 */
function quotasFor(message: Message, limits: MessageLimits): Use {
  const { to, purpose, willSend, source, first } = message
  const lane = `${willSend ? '' : 'asked '}${purpose === 'login' ? 'login ' : ''}${source.recognised ? `${source.key} ` : ''}${to}`
  const gap = { key: `gap ${purpose} ${lane}`, most: 1, windowS: gapS }
  const quotas = [
    { key: `hour ${lane}`, most: limits.anHour, windowS: hourS },
    { key: `day ${lane}`, most: limits.aDay, windowS: 24 * hourS },
  ]
  return {
    hard: first ? [] : [gap],
    unchecked: first ? [gap] : [],
    soft: { quotas, last: `last ${lane}`, everyS: limits.overflowS },
  }
}

/**
 * The quota of a caller's network address. Codes to new numbers and mails that confirm an address have separate quotas, so that sign-ups
 * cannot keep anybody behind the address from a new password. Login codes have none: they are sent only after the right password, and requests
 * with wrong ones must not use up anything.
 */
function addressQuota({ purpose, source, caller }: Message, most: number): Quota | undefined {
  if (source.recognised || purpose === 'login') return undefined
  const kind = purpose === 'reset' ? '' : `${purpose} `
  return { key: `address ${kind}${networkOf(caller.address)}`, most, windowS: hourS }
}

type LimitDeps = {
  readonly quotas: Quotas
  readonly puzzles: Puzzles
  readonly networkCodes: NetworkCodes
  readonly limits: MessageLimits & { byAddress: boolean }
}

/** Opens the limits on messages to receivers. */
export function openMessageLimits({ quotas, puzzles, networkCodes, limits }: LimitDeps) {
  /** Counts a message within the quota of its address: 30 an hour, and codes to new numbers up to 200 while enough of them are entered. */
  async function countOfAddress(message: Message, use: Use, address: Quota) {
    const within = (quota: Quota): Use => ({ ...use, hard: [...use.hard, quota] })
    const isOver = (used: Awaited<ReturnType<Quotas['use']>>) =>
      !used.ok && used.by === 'hard' && used.keys.includes(address.key)
    const first = within(address)
    const used = await quotas.use(first)
    const network = networkOf(message.caller.address)
    if (message.purpose !== 'verify' || !isOver(used) || !(await networkCodes.areEntered(network)))
      return { use: first, used }
    const second = within({ ...address, most: limits.codesAnAddressHour })
    return { use: second, used: await quotas.use(second) }
  }

  /** The use of a message whose proof is right: it counts for its address, which no longer refuses it. A challenge counts once. */
  function withProof(use: Use, address: Quota, challenge: string): Use {
    const once = { key: `proof ${challenge}`, most: 1, windowS: proofS }
    return { ...use, hard: [...use.hard, once], unchecked: [...(use.unchecked ?? []), address] }
  }

  async function countOf(message: Message) {
    const use = quotasFor(message, limits)
    const address = limits.byAddress ? addressQuota(message, limits.anAddressHour) : undefined
    if (!address) return { use, used: await quotas.use(use), address }
    const challenge = message.proof === undefined ? undefined : await puzzles.check(message.proof, message)
    if (challenge === undefined) return { ...(await countOfAddress(message, use, address)), address }
    const proven = withProof(use, address, challenge)
    return { use: proven, used: await quotas.use(proven), address }
  }

  return {
    /** Counts a message. Returns whether it may be sent, and `refund` for a message that was certainly not sent. */
    async count(message: Message): Promise<Counted> {
      const { use, used, address } = await countOf(message)
      if (used.ok) {
        if (address && message.purpose === 'verify')
          await networkCodes.record(networkOf(message.caller.address), message.to)
        return { ok: true, overflow: used.overflow, refund: () => quotas.refund(use) }
      }
      // Only the address is short: no gap refuses, and no proof was used before.
      if (address && used.by === 'hard' && used.keys.every((key) => key === address.key)) {
        const load = (await quotas.used(address.key)) / limits.anAddressHour
        return { ok: false, by: 'puzzle', puzzle: await puzzles.issue(message, load) }
      }
      return { ok: false, by: used.by, waitS: used.waitS }
    },
  }
}
