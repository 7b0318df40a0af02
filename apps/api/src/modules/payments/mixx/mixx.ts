import * as z from 'zod/mini'
import type { Clock } from '#platform/clock'
import { own } from '#platform/own'
import type { PayoutOrder, PromptOrder, Provider, ProviderMessage, SetupFault, Submitted } from '../ports.ts'
import {
  amountOf,
  callProvider,
  fetchedOf,
  form,
  isForbidden,
  type Observe,
  receiptOf,
  type Reply,
  textOf,
  tokensInMemory,
  type TokenStore,
  withToken,
  zText,
} from '../requests/requests.ts'
import { paidStates, payoutCodes, pushAccepted, pushCodes } from './codes.ts'
import { command } from './command.ts'

/** The settings of Mixx by Yas. All addresses come with the contract. */
export type MixxSettings = {
  readonly tokenUrl: string
  readonly pushUrl: string
  readonly username: string
  readonly password: string
  readonly billerMsisdn: string
  /** The letters before each of our references. */
  readonly billerCode: string
  readonly payout: {
    readonly url: string
    readonly msisdn: string
    readonly pin: string
    readonly senderName: string
    readonly brandId: string
  }
}

type Deps = {
  readonly settings: () => Promise<MixxSettings>
  /** `billerCode` of the settings: messages are parsed without loading them. */
  readonly billerCode: string
  readonly clock: Clock
  readonly tokens?: TokenStore
  readonly observe?: Observe | undefined
}

const timeoutMs = 20_000
const payoutTimeoutMs = 30_000
const noQuery = { is: 'pending', code: 'no query' } as const
/** An operator may end a payout of unknown outcome an hour after this. */
const queriedFromS = 60

const zCallback = z.object({
  Status: z.union([z.boolean(), z.stringbool()]),
  ReferenceID: zText,
  MFSTransactionID: z.nullish(zText),
  Amount: z.nullish(zText),
})

/**
 * The provider Mixx by Yas, formerly Tigo Pesa: a push answered by a callback, and payouts by XML. No status query is known, so a callback
 * credits nothing by itself (decision 120). docs/providers.md lists the formats and codes with their sources.
 */
export function openMixx(deps: Deps): Provider & { readonly signIn: () => Promise<Reply> } {
  const { settings, billerCode, clock, tokens = tokensInMemory(), observe } = deps

  async function signIn(): Promise<Reply> {
    const { tokenUrl, username, password } = await settings()
    const body = { username, password, grant_type: 'password' }
    return callProvider(tokenUrl, { body, format: form, timeoutMs, observe })
  }

  async function push(body: object): Promise<Reply> {
    const { tokenUrl, pushUrl, username, password } = await settings()
    const fetch = async () => fetchedOf(await signIn())
    return withToken(
      { store: tokens, name: `mixx ${tokenUrl} ${username}`, secret: password, now: clock.now, fetch },
      (token) =>
        callProvider(pushUrl, {
          headers: { authorization: `bearer ${token}`, username, password },
          body,
          timeoutMs,
          observe,
        }),
      (reply) => reply.status === 401 && codeOf(reply) === undefined,
    )
  }

  return {
    name: 'mixx',
    queriedBy: 'none',
    queriedFromS,
    signIn,

    async prompt({ reference, msisdn, amount }: PromptOrder) {
      const ours = `${billerCode}${reference}`
      const reply = await push({
        CustomerMSISDN: msisdn,
        BillerMSISDN: (await settings()).billerMsisdn,
        Amount: Number(amount / 100n),
        Remarks: 'Deposit',
        ReferenceID: ours,
      })
      return pushed(reply, ours)
    },

    promptState: async () => noQuery,

    async payOut({ conversation, msisdn, amount }: PayoutOrder) {
      const { payout } = await settings()
      const ours = conversation.replaceAll('-', '')
      const body = {
        TYPE: 'REQMFCI',
        REFERENCEID: ours,
        MSISDN: payout.msisdn,
        PIN: payout.pin,
        MSISDN1: msisdn,
        AMOUNT: (amount / 100n).toString(),
        SENDERNAME: payout.senderName,
        LANGUAGE1: 'EN',
        BRAND_ID: payout.brandId,
      }
      return paidOut(
        await callProvider(payout.url, { body, format: command, timeoutMs: payoutTimeoutMs, observe }),
        ours,
      )
    },

    payoutState: async () => noQuery,
    receiptState: async () => noQuery,

    read(_purpose, body): ProviderMessage | undefined {
      const read = zCallback.safeParse(body)
      if (!read.success) return undefined
      const { Status, ReferenceID, MFSTransactionID, Amount } = read.data
      const ours = ReferenceID.startsWith(billerCode) ? ReferenceID.slice(billerCode.length) : undefined
      return {
        ours,
        status: Status
          ? { is: 'succeeded', receipt: receiptOf(MFSTransactionID), amount: amountOf(Amount) }
          : { is: 'failed', reason: 'provider_refused', code: 'message' },
      }
    },

    acknowledge(body) {
      const read = zCallback.safeParse(body)
      return {
        ResponseCode: read.success ? 'BILLER-30-0000-S' : 'BILLER-30-3030-E',
        ResponseStatus: read.success,
        ResponseDescription: read.success ? 'Callback received' : 'Callback not readable',
        ReferenceID: read.success ? read.data.ReferenceID : '',
      }
    },

    readFloat: () => undefined,
  }
}

const codeOf = (reply: Reply): string | undefined =>
  'body' in reply ? (textOf(reply.body, 'ResponseCode') ?? textOf(reply.body, 'TXNSTATUS')) : undefined

const faultOf = (reply: Reply): string => codeOf(reply) ?? ('body' in reply ? `HTTP ${reply.status}` : reply.gone)

/** A request that certainly did not arrive, or whose answer was lost. */
function unanswered(reply: Reply, fault: SetupFault): Submitted | undefined {
  if ('body' in reply) return undefined
  if (reply.arrived) return { is: 'unknown', code: reply.gone }
  return { is: 'refused', reason: 'not_sent', code: reply.gone, ...(reply.keyRefused && { fault }) }
}

/** The result of a push: accepted if it names our reference, or refused by a listed code. */
function pushed(reply: Reply, ours: string): Submitted {
  const lost = unanswered(reply, 'deposits')
  if (lost || !('body' in reply)) return lost ?? { is: 'unknown', code: 'no answer' }
  const code = faultOf(reply)
  const isOurs = (textOf(reply.body, 'ReferenceID') ?? ours) === ours
  if (code === pushAccepted && reply.body['ResponseStatus'] === true && isOurs)
    return { is: 'accepted', requestId: ours }
  const meaning = own(pushCodes, code)
  if (meaning) return { is: 'refused', ...meaning, code }
  return { is: 'unknown', code, ...(isForbidden(reply) && { fault: 'deposits' }) }
}

/** The result of a payout: paid with its receipt and our reference, or refused by a listed state. */
function paidOut(reply: Reply, ours: string): Submitted {
  const lost = unanswered(reply, 'payouts')
  if (lost || !('body' in reply)) return lost ?? { is: 'unknown', code: 'no answer' }
  const code = faultOf(reply)
  const receipt = receiptOf(reply.body['TXNID'])
  const isOurs = textOf(reply.body, 'REFERENCEID')?.toLowerCase() === ours
  if (isOurs && paidStates.has(code) && receipt !== undefined) return { is: 'paid', receipt }
  const meaning = isOurs ? own(payoutCodes, code) : undefined
  if (meaning) return { is: 'refused', ...meaning, code }
  return { is: 'unknown', code, ...(isForbidden(reply) && { fault: 'payouts' }) }
}
