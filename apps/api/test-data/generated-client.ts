// A client as another team would write it: openapi-fetch with the types that openapi-typescript makes of /openapi.json.
// apps/api/src/openapi-client.long.test.ts generates `api.ts` beside a copy of this file, type-checks both and runs `play`.
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Schemas = components['schemas']
type Api = Client<paths>
type Body = paths['/v1/bet']['post']['requestBody']['content']['application/json']

export type Played = {
  readonly balance: string
  readonly bet: Schemas['Bet']
  readonly cashedOut: Schemas['Bet']
  readonly payment: Schemas['Payment']
  readonly refusals: readonly string[]
}

/** Signs up, deposits, bets, cashes out and withdraws against the sandbox of the server at this address. */
export async function play(baseUrl: string, matchId: string): Promise<Played> {
  const guest = createClient<paths>({ baseUrl })
  const msisdn = '0711222333'
  const { token, signing_key } = await signUp(guest, msisdn)
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const balance = await deposit(api, msisdn)
  const bet = await placeBet(api, matchId)
  const refusals = [await tooLarge(api, matchId), await withoutSession(guest), await openDeposit(api)]
  const cashedOut = await cashOut(api, bet.bet_id)
  return { balance, bet, cashedOut, payment: await withdraw(api, signing_key), refusals }
}

/** The body of an answer; throws the failure, whose code and sentence every failure has. */
function done<T>({ data, error }: { data?: T; error?: { code: string; message: string } }): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.message}`)
  return data
}

async function signUp(guest: Api, msisdn: string): Promise<Schemas['User']> {
  const body = { msisdn, password: 'correct horse battery', date_of_birth: '1990-01-01', terms: true } as const
  const { success } = done(await guest.POST('/v1/signup', { body }))
  const { sms } = done(await guest.GET('/sandbox/phone/{msisdn}', { params: { path: { msisdn } } }))
  const code = sms.at(-1)?.code ?? ''
  const { id } = success
  return done(await guest.POST('/v1/verify', { body: { msisdn, code, ...(id !== undefined && { id }) } })).user
}

async function deposit(api: Api, msisdn: string): Promise<string> {
  const { deposit_id } = done(await api.POST('/stk/deposit', { body: { id: randomUUID(), amount: '1000' } }))
  await api.POST('/sandbox/quiet')
  const { prompts } = done(await api.GET('/sandbox/phone/{msisdn}', { params: { path: { msisdn } } }))
  const path = { msisdn, prompt_id: prompts.at(-1)?.prompt_id ?? '' }
  done(await api.POST('/sandbox/phone/{msisdn}/prompts/{prompt_id}', { params: { path }, body: { action: 'approve' } }))
  await api.POST('/sandbox/quiet')
  const { status, balance } = done(await api.POST('/v1/deposit-confirmation', { body: { deposit_id } }))
  if (status !== 'succeeded' || balance === undefined) throw new Error(`the deposit is ${status}`)
  return balance
}

/** The home team of a match at the price that the match shows. */
async function pickOf(api: Api, matchId: string): Promise<Schemas['PickIn']> {
  const { data } = done(await api.GET('/v1/match/{match_id}', { params: { path: { match_id: matchId } } }))
  const price = data.odds
    .find(({ sub_type_id }) => sub_type_id === '1')
    ?.odds.find((one) => one.odd_key === 'home_team')
  return { match_id: matchId, sub_type_id: '1', odd_key: 'home_team', odd_value: price?.odd_value ?? '' }
}

async function placeBet(api: Api, matchId: string): Promise<Schemas['Bet']> {
  const slip = [await pickOf(api, matchId)]
  const { netWin, tax } = done(await api.POST('/v1/bet/validate', { body: { slip, stake: '100' } }))
  const placed = done(await api.POST('/v1/bet', { body: { id: randomUUID(), stake: '100', slip } }))
  // The other answer is a bet that waits for a trader.
  if (placed.status !== 201) throw new Error(`the bet waits until ${placed.until}`)
  const { bet } = placed
  if (bet.possible_win !== netWin || tax.stake_percent === '') throw new Error('the answers differ')
  const { data, totals } = done(await api.GET('/v1/bets', { params: { query: { state: 'open', page: 1, limit: 10 } } }))
  if (data.length !== 1 || totals.staked !== bet.stake) throw new Error('the bet is not in the list')
  return bet
}

async function cashOut(api: Api, bet_id: string): Promise<Schemas['Bet']> {
  const params = { path: { bet_id } }
  const quote = done(await api.POST('/v1/bets/{bet_id}/cash-out/quote', { params }))
  const body = { id: randomUUID(), quote_id: quote.quote_id }
  return done(await api.POST('/v1/bets/{bet_id}/cash-out', { params, body })).bet
}

/** A withdrawal is signed: the fields that the document names as those of `payments.withdraw`, in an envelope. */
async function withdraw(api: Api, signingKey: string): Promise<Schemas['Payment']> {
  const iat = Math.floor(Date.now() / 1000) + 60
  const fields: Schemas['payments.withdraw'] = { id: randomUUID(), amount: '200', iat }
  const jwt = new SignJWT(fields).setProtectedHeader({ alg: 'HS256' })
  const token = await jwt.sign(new TextEncoder().encode(signingKey))
  const { withdrawal_id } = done(await api.POST('/withdraw', { body: { token } }))
  // The provider reports the outcome by a callback.
  for (;;) {
    await api.POST('/sandbox/quiet')
    const { data } = done(await api.GET('/v1/payments/{id}', { params: { path: { id: withdrawal_id } } }))
    if (data.status === 'done' || data.status === 'failed') return data
  }
}

/** A failure narrows by its code to the fields that this failure adds. */
async function tooLarge(api: Api, matchId: string): Promise<string> {
  const slip = [await pickOf(api, matchId)]
  const { error } = await api.POST('/v1/bet', { body: { id: randomUUID(), stake: '5000', slip } })
  if (error?.code !== 'insufficient_funds') throw new Error(`the stake was refused as ${error?.code}`)
  return `${error.code} ${error.balance}`
}

async function withoutSession(guest: Api): Promise<string> {
  const { error, response } = await guest.GET('/v1/bets')
  if (error?.code !== 'session_required') throw new Error(`the list was answered with ${response.status}`)
  return `${error.code} ${error.status}`
}

async function openDeposit(api: Api): Promise<string> {
  done(await api.POST('/stk/deposit', { body: { id: randomUUID(), amount: '500' } }))
  const { error } = await api.POST('/stk/deposit', { body: { id: randomUUID(), amount: '500' } })
  if (error?.code !== 'deposit_open') throw new Error(`the second prompt was refused as ${error?.code}`)
  const open = done(await api.POST('/v1/deposit-confirmation', { body: { deposit_id: error.deposit_id } }))
  return `${error.code} ${open.status}`
}

/** What must not compile: each line has one fault, and a line that compiles is an error of its own. */
export async function wrong(api: Api, bet: Schemas['Bet'], period: Schemas['Period']): Promise<void> {
  const slip = [{ match_id: '1', sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
  // @ts-expect-error -- money is text
  await api.POST('/v1/bet', { body: { id: randomUUID(), stake: 100, slip } })
  // @ts-expect-error -- the command has no id
  await api.POST('/v1/bet', { body: { stake: '100', slip } })
  // @ts-expect-error -- no such field
  const body: Body = { id: randomUUID(), stake: '100', slip, sum: '100' }
  await api.POST('/v1/bet', { body })
  // @ts-expect-error -- no such value
  await api.POST('/v1/bet', { body: { id: randomUUID(), stake: '100', slip, accept: 'all' } })
  // @ts-expect-error -- no such call
  await api.POST('/v1/bets', { body: {} })
  // @ts-expect-error -- the envelope is missing
  await api.POST('/withdraw', { body: { id: randomUUID(), amount: '200' } })
  // @ts-expect-error -- a page is a number
  await api.GET('/v1/bets', { params: { query: { page: 'first' } } })
  // @ts-expect-error -- no such state
  if (bet.state === 'paid') return
  const id: string = period.round_id
  const { error } = await api.POST('/v1/bet', { body: { id, stake: '100', slip } })
  // @ts-expect-error -- this call is never refused so
  if (error?.code === 'wrong_credentials') return
  // @ts-expect-error -- a field of another failure
  if (error?.code === 'odds_changed') await Promise.resolve(error.deposit_id)
}
