import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { identity, type User } from '@nare/contract/identity'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { betting } from '@nare/contract/betting'
import type { APIRequestContext, APIResponse } from '@playwright/test'

export type Bettor = { readonly msisdn: string; readonly password: string; readonly token: string; readonly user: User }
export type Pick = { match_id: string; sub_type_id: string; odd_key: string; odd_value: string }
type Prices = Partial<Omit<Sent<typeof sandbox.createMatch>, 'home_team' | 'away_team'>>

/** Sends a call of the contract. Returns the raw response with any status. */
export function send<R extends Route>(request: APIRequestContext, call: R, input: Sent<R>, token?: string) {
  const { url, rest } = address(call, Object(input))
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  // The server closes a connection that was idle for more than a minute; a request sent at that moment is reset.
  const options = { headers, maxRetries: 2 }
  return call.method === 'GET' ? request.get(url, options) : request.post(url, { ...options, data: rest })
}

/** A call that the server is too busy for is sent again as often as this. */
const busyMax = 5

/**
 * Sends a call and returns its validated response; throws with the server's message when refused. A call that the server was too busy for,
 * which has changed nothing, is sent again after the time that its answer names, as every client of the contract does.
 */
export async function ask<R extends Route>(
  request: APIRequestContext,
  call: R,
  input: Sent<R>,
  token?: string,
): Promise<Answer<R>> {
  for (let busy = 0; ; busy++) {
    const response = await send(request, call, input, token)
    if (response.ok()) return read(call, response)
    const text = await response.text()
    const { code, retry_after_s: afterS } = refusalOf(text)
    if (code !== 'overloaded' || afterS === undefined || busy === busyMax)
      throw new Error(`${call.method} ${call.path}: ${response.status()} ${text}`)
    await wait(afterS * 1000)
  }
}

/** What the body of a refusal says; nothing if it is no JSON. */
function refusalOf(text: string): { code?: string; retry_after_s?: number } {
  try {
    return JSON.parse(text) as { code?: string; retry_after_s?: number }
  } catch {
    return {}
  }
}

async function read<R extends Route>(call: R, response: APIResponse): Promise<Answer<R>> {
  const body: unknown = await response.json()
  return call.answer.parse(body) as Answer<R>
}

/** A new phone number, unlikely to be used by another test of the run. */
export const newMsisdn = (): string => `2547${randomInt(10_000_000, 100_000_000)}`

const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'pa', 'ri', 'so', 'tu', 'wa']

/** A name that only this number has: whoever has the name and birthday of an excluded bettor is asked to prove the identity. */
const nameOf = (msisdn: string): string =>
  `Amani${[...msisdn.slice(4)].map((digit, at) => `${at % 4 === 0 ? ' ' : ''}${syllables[Number(digit)]}`).join('')}`

/** Signs up a new bettor and verifies the number with the code from the sandbox phone. */
export async function signUp(
  request: APIRequestContext,
  given: { name?: string; msisdn?: string } = {},
): Promise<Bettor> {
  const msisdn = given.msisdn ?? newMsisdn()
  const name = given.name ?? nameOf(msisdn)
  const password = `Twiga-${randomUUID().slice(0, 8)}`
  await ask(request, identity.signup, { msisdn, password, name, date_of_birth: '1990-05-17', terms: true })
  const { user } = await ask(request, identity.verify, { msisdn, code: await lastCode(request, msisdn) })
  return { msisdn, password, token: user.token, user }
}

/** The latest one-time code on the sandbox phone. */
export async function lastCode(request: APIRequestContext, msisdn: string): Promise<string> {
  const { sms } = await ask(request, sandbox.phone, { msisdn })
  const code = sms.findLast((message) => message.code !== undefined)?.code
  if (code === undefined) throw new Error(`No code was sent to ${msisdn}`)
  return code
}

/** Gives the bettor test money, decimal text. Returns the balance. */
export async function fund(request: APIRequestContext, msisdn: string, amount: string): Promise<string> {
  return (await ask(request, sandbox.fund, { msisdn, amount })).balance
}

/** Creates a match that only the test controls; kick-off is in two hours by default. Returns its id. */
export async function createMatch(
  request: APIRequestContext,
  teams: { home: string; away: string },
  prices: Prices = {},
): Promise<string> {
  const made = await ask(request, sandbox.createMatch, {
    sport_id: '79',
    competition_name: 'FKF Premier League',
    category: 'Kenya',
    home_team: teams.home,
    away_team: teams.away,
    start_time: new Date(Date.now() + 2 * 3_600_000).toISOString(),
    home_odd: '2.10',
    neutral_odd: '3.20',
    away_odd: '3.60',
    over: '1.95',
    under: '1.85',
    ...prices,
  })
  return made.match_id
}

type Drive = Omit<Sent<typeof sandbox.driveMatch>, 'match_id'>

/** Updates a match: its state, minute, score, odds, or whether it is suspended. */
export async function driveMatch(request: APIRequestContext, matchId: string, change: Drive): Promise<void> {
  await ask(request, sandbox.driveMatch, { match_id: matchId, ...change })
}

/** Records the final result. Returns the number of settled legs and bets once all are settled. */
export async function finishMatch(
  request: APIRequestContext,
  matchId: string,
  score: { halfTime: string; fullTime: string; goals?: ('home' | 'away')[] },
): Promise<{ legs: number; bets: number }> {
  const { halfTime, fullTime, goals } = score
  const base = { match_id: matchId, half_time: halfTime, full_time: fullTime }
  return ask(request, sandbox.resultMatch, goals ? { ...base, goals } : base)
}

/** Places a bet over HTTP instead of the UI; `stake` is decimal text. Returns the response. */
export function placeBet(request: APIRequestContext, bettor: Bettor, stake: string, slip: Pick[]) {
  return ask(request, betting.place, { id: randomUUID(), stake, slip }, bettor.token)
}
