import { money } from '@nare/money/money'
import { amountText } from '#country/writing'
import { random } from '#platform/random'
import { withoutKeys } from '../addresses/addresses.ts'
import type { Deferred, Provider, ProviderStatus } from '../ports.ts'
import { type Exchange, type Observe, faultOf, type Reply, textOf } from '../requests/requests.ts'
import { isResultOf, resultCodeOf } from './check-results.ts'

/** A step of the check and a short text of its result. */
export type CheckStep = { readonly name: string; readonly ok: boolean; readonly result: string }

export type Checking = {
  readonly provider: Provider
  /** Queries the balance of our wallet or account, if the provider has such a query. It may answer later, to one of our addresses. */
  readonly balance?: () => Promise<Reply>
  /** Signs in, for a provider without any query. */
  readonly signIn?: () => Promise<Reply>
  /** The bodies that have arrived at `urls.resultUrl` since the check began. The provider's answers to queries are among them. */
  readonly results: () => Promise<readonly unknown[]>
  /** Our id of a real payout, whose status is queried. Without one the status of a payout that does not exist is queried. */
  readonly payout?: string | undefined
  /** The phone that gets a prompt of KSh 1, as 2547…. Without a phone no prompt is sent. */
  readonly phone: string | undefined
  /** Whether to register the paybill's addresses now. In production the provider accepts a registration only once. */
  readonly register: boolean
  readonly urls: {
    readonly callbackUrl: string
    readonly confirmationUrl: string
    readonly validationUrl: string
    readonly resultUrl: string
  }
  /** Waits between two queries, in milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>
  readonly now: () => Date
  /** Called at the end of each step. */
  readonly onStep: (step: CheckStep) => void
}

const queryEveryMs = 5000
const queriesMax = 24
const oneShilling = money(100n)
const noResult = 'no result arrived: is the server running, and reachable for the provider at PUBLIC_URL?'
/** Codes for a query with a missing, invalid or unknown field. */
const invalidQuery = /^(24|25|29|HTTP 40[0-5]|40[0-5]\..*|500\.002\.1001|no token)$/
const unknownPrompt = 'ws_CO_000000000000000000000'

/**
 * Checks our set-up against the provider's service or its sandbox: key and token, registration, a prompt of KSh 1 and its status, the balance,
 * the status query of payouts and the list of payments. A query that is answered later succeeds only with its result. Returns whether every step succeeded. A failed step does not stop the later steps.
 */
export async function checkProvider(given: Checking): Promise<boolean> {
  const { provider, onStep } = given
  const steps: CheckStep[] = []
  const step = async (name: string, work: () => Promise<Omit<CheckStep, 'name'>>): Promise<void> => {
    const finished = { name, ...(await work()) }
    steps.push(finished)
    onStep(finished)
  }
  await step('key and token', () => tokenStep(given))
  if (provider.paybill && given.register) await step('registration', () => registerStep(given))
  if (given.phone !== undefined)
    await step(`prompt of ${amountText('1')} and its status`, () => promptStep(given, given.phone ?? ''))
  const { balance } = given
  if (balance) await step('balance', () => balanceStep(given, balance))
  if (provider.queriedBy !== 'none') await step('status of a payout', () => payoutStep(given))
  if (provider.paybill) await step('list of payments', () => pullStep(given))
  return steps.every(({ ok }) => ok)
}

/** Queries a prompt that does not exist: any answer other than a refusal shows that key, token and password are valid. */
async function tokenStep({ provider, signIn }: Checking): Promise<Omit<CheckStep, 'name'>> {
  if (signIn) {
    const reply = await signIn()
    return {
      ok: 'body' in reply && reply.status === 200,
      result: 'body' in reply ? `HTTP ${reply.status}` : reply.gone,
    }
  }
  const status = await provider.promptState({ requestId: unknownPrompt, reference: 'NCHECK' })
  const code = status.is === 'pending' ? status.code : status.is
  const refused = /^(HTTP 40[13]|400\.|401\.|404\.|no token|INS-26?$|the (provider issued no token|public key))/.test(
    code,
  )
  return { ok: !refused, result: refused ? `refused: ${code}` : `answered: ${code}` }
}

async function registerStep({ provider, urls }: Checking): Promise<Omit<CheckStep, 'name'>> {
  const answer = await provider.paybill?.register(urls)
  if (!answer || answer.is === 'registered') return { ok: true, result: 'registered' }
  return { ok: false, result: `${answer.is}: ${answer.code}` }
}

async function promptStep({ provider, urls, wait }: Checking, phone: string): Promise<Omit<CheckStep, 'name'>> {
  const reference = `NC${random.code()}`
  const asking = provider.prompt({ reference, msisdn: phone, amount: oneShilling, callbackUrl: urls.callbackUrl })
  const asked = provider.answersAfterPin ? await answeredWhile(asking, () => wait(queryEveryMs)) : await asking
  if (asked.is === 'paid') return { ok: true, result: `paid: ${asked.receipt ?? 'no receipt'}` }
  if (provider.queriedBy === 'none')
    return { ok: asked.is === 'accepted', result: `${asked.is}: its callback must arrive` }
  if (asked.is !== 'accepted') return { ok: false, result: `${asked.is}: ${asked.code ?? ''}` }
  let status: ProviderStatus = { is: 'pending', code: 'not queried' }
  for (let queries = 0; queries < queriesMax && status.is === 'pending'; queries++) {
    await wait(queryEveryMs)
    status = await provider.promptState({ requestId: asked.requestId, reference })
  }
  return { ok: status.is === 'succeeded', result: status.is === 'failed' ? `failed: ${status.reason}` : status.is }
}

/** The answer, for which `pass` lets time pass: the person with the phone enters the PIN meanwhile. */
async function answeredWhile<T>(asking: Promise<T>, pass: () => Promise<unknown>): Promise<T> {
  let isAnswered = false
  void asking.finally(() => (isAnswered = true))
  for (let passed = 0; passed < queriesMax && !isAnswered; passed++) await pass()
  return asking
}

/** Queries the balance. M-Pesa accepts the query of a locked or unknown initiator too: only the result shows whether it may ask. */
async function balanceStep(given: Checking, balance: () => Promise<Reply>): Promise<Omit<CheckStep, 'name'>> {
  const reply = await balance()
  if (!('body' in reply)) return { ok: false, result: reply.gone }
  if (reply.status !== 200) return { ok: false, result: `refused: ${faultOf(reply)}` }
  const conversation = textOf(reply.body, 'ConversationID')
  if (conversation === undefined) return { ok: true, result: 'HTTP 200' }
  const result = await resultOf(given, conversation)
  const code = resultCodeOf(result)
  if (code === '0') return { ok: true, result: 'result 0' }
  return { ok: false, result: result === undefined ? noResult : `refused: ${code ?? 'a result that is not readable'}` }
}

/** Queries the status of a payout. A real payout must be found; for one that does not exist any answer but a refusal is right. */
async function payoutStep(given: Checking): Promise<Omit<CheckStep, 'name'>> {
  const { provider, payout, urls } = given
  const conversation = payout ?? random.uuid()
  const asked = await provider.payoutState({
    conversation,
    requestId: undefined,
    resultUrl: urls.resultUrl,
    timeoutUrl: urls.resultUrl,
  })
  const status = asked.is === 'later' ? await laterStatus(given, asked) : asked
  if (!status) return { ok: false, result: noResult }
  if (status.is !== 'pending') return { ok: true, result: status.is }
  const isRefused = status.fault !== undefined || invalidQuery.test(status.code)
  return { ok: !isRefused && payout === undefined, result: `${isRefused ? 'refused' : 'answered'}: ${status.code}` }
}

async function laterStatus(given: Checking, { conversation }: Deferred): Promise<ProviderStatus | undefined> {
  if (conversation === undefined) return undefined
  return given.provider.read('status', await resultOf(given, conversation))?.status
}

/** Waits for the result of a query. */
async function resultOf({ results, wait }: Checking, conversation: string): Promise<unknown> {
  for (let looks = 0; looks < queriesMax; looks++) {
    await wait(queryEveryMs)
    const result = (await results()).find((body) => isResultOf(body, conversation))
    if (result !== undefined) return result
  }
  return undefined
}

async function pullStep({ provider, now }: Checking): Promise<Omit<CheckStep, 'name'>> {
  const to = now()
  const pulled = await provider.paybill?.pull({ from: new Date(to.getTime() - 3_600_000), to, offset: 0 })
  if (!pulled) return { ok: true, result: 'not set up: DARAJA_PULL_NUMBER is not set' }
  return pulled.failed === undefined
    ? { ok: true, result: `${pulled.rows} in the last hour` }
    : { ok: false, result: `refused: ${pulled.failed}` }
}

const secretNames =
  /^(authorization|apikey|password|username|output_sessionid|securitycredential|client_secret|client_id|pin|access_token|x-signature|x-key)$/i
const hidden = '(hidden)'

/** An exchange as text. Hides keys, tokens, PINs, the keys of our addresses and the middle of phone numbers. */
export function exchangeText({ method, url, headers, sent, answer }: Exchange): string {
  const received = 'body' in answer ? `${answer.status} ${show(answer.body)}` : `nothing: ${answer.gone}`
  const lines = [`${method} ${url}`, `  headers ${show(headers)}`, ...(sent ? [`  sent ${show(sent)}`] : [])]
  return withoutKeys([...lines, `  received ${received}`].join('\n'))
    .replace(/([?&]apiKey=)[^&\s]+/gi, `$1${hidden}`)
    .replace(/\b(25[45]\d{2}|[167]\d{2})\d{3,4}(\d{3})\b/g, '$1***$2')
}

const show = (value: object): string =>
  JSON.stringify(value, (name, one: unknown) => (secretNames.test(name) ? hidden : one))

/** An observer that prints each exchange. */
export const showing =
  (print: (text: string) => void): Observe =>
  (exchange) =>
    print(exchangeText(exchange))
