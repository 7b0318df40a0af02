import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { numbersNow } from '@nare/contract/numbers'
import { zProvider } from '@nare/contract/shapes'
import { walletNames } from '@nare/contract/wallets'
import { readConfig, type Config } from './config.ts'
import { countryOf } from './country/countries.ts'
import { openAfricasTalking, openSmileId, smsCallbackPaths } from './modules/identity/identity.ts'
import {
  checkProvider,
  providerAddress,
  showing,
  storedResults,
  type ProviderName,
} from './modules/payments/payments.ts'
import { realClock } from './platform/clock.ts'
import { openLog } from './platform/log.ts'
import { withDatabase } from './platform/reach.ts'
import { callbackSecretOf, openWallet } from './paying.ts'
import type { SandboxProviders } from './sandbox/payments/providers.ts'
import { runOrExit } from './platform/start-error.ts'

const usage = `npm run providers:check -- <mpesa|airtel|mixx|africastalking|smile-id|the-odds-api> [--phone 2547XXXXXXXX] [--payout <id>] [--register]
  [--person 'ID number, name, birthday']

Checks a provider's set-up with the keys of the environment and shows each request and response, with secrets hidden.
--phone     sends this phone a prompt of one shilling (africastalking: a message)
--payout    queries the status of this payout, by our id of it
--person    asks Smile ID for this person, as '12345678, Asha Wanjiru, 1990-05-01': a question that is paid
--register  registers the paybill's addresses with M-Pesa, which accepts them once in production
Safaricom's M-Pesa sends the results of queries to PUBLIC_URL: the server must be running, and its database reachable from here.
Without keys and with the sandbox on, it runs against the simulated providers of the sandbox.`

const { values, positionals } = parseArgs({
  options: {
    person: { type: 'string' },
    phone: { type: 'string' },
    payout: { type: 'string' },
    register: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [name] = positionals
const config = await runOrExit(async () => readConfig())
const secret = callbackSecretOf(config)
const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
const print = (text: string): void => console.log(text)

const { data: wallet } = zProvider.safeParse(name)
if (wallet) process.exitCode = (await runOrExit(() => checkMoney(wallet, config))) ? 0 : 1
else if (name === 'africastalking') process.exitCode = (await checkSms(config)) ? 0 : 1
else if (name === 'smile-id') process.exitCode = (await checkIdentities(config)) ? 0 : 1
else if (name === 'the-odds-api') process.exitCode = (await checkOdds(config)) ? 0 : 1
else {
  console.error(usage)
  process.exitCode = 2
}

/** Where the provider sends the results of queries, and the results that have arrived. */
type Results = { readonly url?: string; readonly all: (key: string) => Promise<readonly unknown[]> }

async function checkMoney(provider: ProviderName, given: Config): Promise<boolean> {
  const rules = countryOf(given.country)
  const wallet = rules.wallets.find((one) => one.provider === provider)
  if (!wallet) {
    console.error(`${walletNames[provider]} is not offered in this country`)
    return false
  }
  if (given[wallet.adapter])
    return withDatabase(given, async ({ db }) => checkWith(provider, given, { results: await storedResults(db) }))
  if (!given.sandbox) {
    console.error('This provider is not set up: see docs/operations.md')
    return false
  }
  const { openProviders, openResults } = await import('#sandbox/payments/providers')
  const [fakes, listener] = [openProviders({ country: rules }), await openResults()]
  const ok = await checkWith(provider, given, { fakes, results: listener })
  await Promise.all([fakes.close(), listener.close()])
  return ok
}

async function checkWith(
  provider: ProviderName,
  config: Config,
  { fakes, results }: { fakes?: SandboxProviders; results: Results },
): Promise<boolean> {
  const country = countryOf(config.country)
  const at = { secret, publicUrl, provider }
  const callbackUrl = await providerAddress({ ...at, purpose: 'paybill' })
  const urls = {
    callbackUrl,
    confirmationUrl: callbackUrl,
    validationUrl: await providerAddress({ ...at, purpose: 'paybill_check' }),
    resultUrl: results.url ?? callbackUrl,
  }
  const clock = realClock
  const opened = openWallet(provider, { config, twins: fakes, clock, country, observe: showing(print) })
  if (!opened) return false
  const { balance, signIn } = opened
  if (opened.answersAfterPin) print('It sends no callbacks: it answers a prompt after the PIN')
  else print(`Confirmations and callbacks: ${urls.callbackUrl}`)
  if (opened.paybill) print(`Validations: ${urls.validationUrl}`)
  return checkProvider({
    provider: opened,
    ...(balance && { balance: () => balance({ resultUrl: urls.resultUrl, timeoutUrl: urls.resultUrl }) }),
    ...(signIn && { signIn }),
    results: () => results.all(callbackUrl.slice(callbackUrl.lastIndexOf('/') + 1)),
    payout: values.payout,
    phone: values.phone,
    register: values.register,
    urls,
    now: clock.date,
    wait: (ms) => (fakes ? answerPhone(fakes) : wait(ms)),
    onStep: (step) => print(`${step.ok ? 'ok    ' : 'FAILED'} ${step.name}: ${step.result}\n`),
  })
}

/** Approves the prompt in the sandbox, where no person has the phone. */
async function answerPhone(fakes: SandboxProviders): Promise<void> {
  const [prompt] = await fakes.prompts(values.phone ?? '')
  if (prompt?.state === 'waiting') await fakes.act(values.phone ?? '', prompt.id, 'approve')
  else await wait(100)
}

async function checkSms({ sms }: Config): Promise<boolean> {
  for (const [kind, path] of Object.entries(await smsCallbackPaths(secret))) print(`${kind}: ${publicUrl}${path}`)
  if (sms.apiKey === '' || values.phone === undefined) {
    print('With AT_USERNAME, AT_API_KEY and --phone a message is sent')
    return true
  }
  const sent = await openAfricasTalking({ ...sms, log: openLog('info') }).send({
    to: values.phone,
    text: 'This is a test of your messages.',
  })
  print(`${sent === 'sent' ? 'ok    ' : 'FAILED'} message: ${sent}`)
  return sent === 'sent'
}

/** Asks for a person; without one for a number that nobody has, which a source with the right keys answers too. */
async function checkIdentities({ smileId, sandbox, country }: Config): Promise<boolean> {
  if (!smileId) {
    console.error(`SMILE_ID_PARTNER and SMILE_ID_KEY are not set${sandbox ? ': the sandbox has its own source' : ''}`)
    return false
  }
  const [number = '', holder = '', dateOfBirth = ''] = (values.person ?? '00000000, Nobody Known, 1990-01-01').split(
    /\s*,\s*/,
  )
  print(`${smileId.url}/v2/verify, partner ${smileId.partnerId}`)
  const source = openSmileId({ ...smileId, country: country.toUpperCase(), clock: realClock, log: openLog('info') })
  const { is, said } = await source.submit({
    ...{
      id: BigInt(realClock.now()),
      attempt: 1,
      bettor: 0n,
      msisdn: values.phone ?? `${numbersNow().calling_code}700000000`,
      kind: 'national_id',
    },
    ...{ number, name: holder, dateOfBirth, pictures: [], picture: async () => undefined },
  })
  for (const { field, match } of said?.fields ?? []) print(`  ${field}: ${match}`)
  const isRight = said !== undefined && (values.person === undefined ? is === 'manual' : is === 'passed')
  print(`${isRight ? 'ok    ' : 'FAILED'} ${said ? `${said.text} (${said.code})` : 'no answer'}`)
  return isRight
}

/** Requests the list of sports, which does not count against the quota. */
async function checkOdds({ oddsApi }: Config): Promise<boolean> {
  const address = new URL(`/v4/sports?apiKey=${encodeURIComponent(oddsApi.key)}`, oddsApi.url)
  const reply = await fetch(address, { signal: AbortSignal.timeout(15_000), redirect: 'error' })
  const body: unknown = await reply.json()
  const keys = Array.isArray(body)
    ? body.flatMap((one: { key?: unknown }) => (typeof one.key === 'string' ? [one.key] : []))
    : []
  print(
    `HTTP ${reply.status}, ${keys.length} sports, ${reply.headers.get('x-requests-remaining') ?? 'unknown'} requests left`,
  )
  for (const sport of oddsApi.sports) print(`${keys.includes(sport) ? 'ok    ' : 'FAILED'} ${sport}`)
  return reply.ok && oddsApi.sports.every((sport) => keys.includes(sport))
}
