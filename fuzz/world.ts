import { createHash } from 'node:crypto'
import type { World } from './requests.ts'

const operatorToken = 'an-operator-of-the-fuzz-run-000000'
const envelopeKey = 'nare-envelope-key-0'

/** Environment of the server under test: an operator, and cheap password hashes. */
export const serverEnv: Readonly<Record<string, string>> = {
  OPERATORS: `asha:${createHash('sha256').update(operatorToken).digest('hex')}`,
  ENVELOPE_KEY: envelopeKey,
  ARGON2_MEMORY_KIB: '1024',
  LIMITS_BY_ADDRESS: 'off',
}

const bettors = 3

/** Creates funded bettors and a match. Requires a server with `serverEnv` and the sandbox. */
export async function openWorld(url: URL): Promise<World> {
  const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(new URL(path, url), body && post)
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const callers: { token: string; signingKey?: string }[] = [{ token: operatorToken }]
  const msisdns: string[] = []
  for (let n = 0; n < bettors; n++) {
    const msisdn = `2547990001${String(n).padStart(2, '0')}`
    msisdns.push(msisdn)
    await call('/v1/signup', { msisdn, password: 'zebra-lion-9', date_of_birth: '1990-01-01', terms: true })
    const { sms } = (await call(`/sandbox/phone/${msisdn}`)) as { sms: { code?: string }[] }
    const { user } = (await call('/v1/verify', { msisdn, code: sms.at(-1)?.code })) as {
      user: { token: string; signing_key: string }
    }
    callers.push({ token: user.token, signingKey: user.signing_key })
    await call('/sandbox/fund', { msisdn, amount: '100000' })
  }
  const { match_id } = await call('/sandbox/feed/matches', {
    sport_id: '79',
    competition_name: 'Fuzz League',
    home_team: 'Simba',
    away_team: 'Chui',
    start_time: new Date(Date.now() + 86_400_000).toISOString(),
    home_odd: '2.10',
    neutral_odd: '3.40',
    away_odd: '3.60',
    over: '1.90',
    under: '1.90',
  })
  return {
    callers,
    envelopeKey,
    valid: validValues({ msisdns, match: String(match_id) }),
    nowS: () => Date.now() / 1000,
  }
}

/** Valid values by field name. */
function validValues({ msisdns, match }: { msisdns: readonly string[]; match: string }): World['valid'] {
  const pick = { match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  const odd = { ...pick, odd_key: 'constructor', sub_type_id: '__proto__' }
  const line = { ...pick, sub_type_id: '18', odd_key: 'over 2.5', odd_value: '1.90' }
  const ids = Array.from({ length: 8 }, (_, n) => `7d444840-9dc0-41d1-b245-5ffdce74fad${n}`)
  return new Map<string, readonly unknown[]>([
    ['msisdn', msisdns],
    ['password', ['zebra-lion-9']],
    ['match_id', [match]],
    ['id', [...ids, '1', '2', match]],
    ['slip', [[pick], [line], [pick, pick], [pick, line], [odd], [{ ...pick, match_id: 'x' }]]],
    ['stake', ['10', '50.00', '100']],
    ['amount', ['10', '100', '50.5']],
    ['sport_id', ['79', '21', 79]],
    ['competition_id', ['1', '2']],
    ['page', [1, '2', 1000]],
    ['limit', [1, '100', 10]],
    ['sub_type_id', ['1', '18']],
    ['state', ['live', 'ended', 'not_started']],
    ['score', ['1:0', '2:2']],
    ['full_time', ['1:0', '2:2']],
    ['half_time', ['0:0']],
    ['odds', [{ 1: { home_team: '2.20' } }, { 18: { 'over 2.5': '1.80' } }, { constructor: { toString: '2.00' } }]],
    ['goals', [['home'], ['home', 'away'], []]],
    ['start_time', [new Date(Date.now() + 3_600_000).toISOString()]],
    ['home_odd', ['2.10']],
    ['away_odd', ['3.10']],
    ['home_team', ['Twiga', 'Kifaru']],
    ['away_team', ['Nyati']],
    ['competition_name', ['Fuzz League', 'Other League']],
    ['date_of_birth', ['1990-01-01']],
    ['terms', [true]],
    ['code', ['123456', 'ABCDEF']],
    ['reason', ['because']],
    ['provider', ['mpesa', 'airtel']],
    ['from', ['2026-11-01', '2026-11-22']],
    ['to', ['2026-11-22']],
    ['topics', [`match:${match},market:${match}:1`, `match.${match}~1*market.${match}.18`, 'sport:79:live']],
    ['q', ['Simba', 'ch']],
    ['return_url', ['/', '/me']],
    ['game', ['dice', 'mines', 'hi-lo', 'blackjack', 'roulette', 'keno']],
    ['round_id', ['1000', '1001', '1002']],
    ['target', ['50.50', '2']],
    ['mines', [3, 24]],
    [
      'picks',
      [
        [1, 2, 3],
        [1, 1],
      ],
    ],
    ['risk', ['low', 'high']],
    ['bets', [[{ on: 'red', amount: '50.00' }], [{ on: 'constructor', amount: '100' }]]],
    ['options', [{}, { mines: 3 }, { over: true, target: '50' }, { toString: 1 }]],
    ['move', ['hit', 'stand', { reveal: 3 }, { cash_out: true }, { constructor: true }]],
    ['client_seed', ['mine']],
  ])
}
