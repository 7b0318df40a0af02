import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleAlerts } from '@nare/contract/operator-trading-alerts'
import { operatorSettings, type SettingValue } from '@nare/contract/settings'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'

const [trader, admin, auditor] = [operatorToken('tom'), operatorToken('ada'), operatorToken('ivy')]
const reason = 'seen and understood'

let nare: TestApp
let bets: Bets
let match: string
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ tom: 'trader', ada: 'admin', ivy: 'auditor' }) })
  bets = betsOn(nare)
  for (const [key, value] of [
    ...([['alerts.stake', '500'] as const, ['alerts.liability', '10000'] as const] as const),
    ...([['alerts.accounts', 3] as const, ['alerts.rare_odds', '3.50'] as const] as const),
    ['alerts.event_stake', '100'] as const,
  ] satisfies (readonly [string, SettingValue])[])
    expect((await nare.call(operatorSettings.changeSetting, { key, value, reason }, admin)).status).toBe(200)
})
afterAll(() => nare.close())
beforeEach(async () => void (match = await nare.match()))

const look = () => nare.app.betting.alerts.look()
/** The open alerts about the match of a test, or the closed ones. */
async function alerts(state: 'open' | 'closed' = 'open') {
  const { data } = (await nare.call(consoleAlerts.alerts, { state }, trader)).body
  return data.filter(({ match_id }) => match_id === match)
}
const kinds = async (): Promise<string[]> => (await alerts()).map(({ kind }) => kind)
const close = (alert_id: string, by = trader) => nare.call(consoleAlerts.closeAlert, { alert_id, reason }, by)

test('stakes on one outcome above the bound raise one alert with its figures, which later bets update', async () => {
  const { token } = await nare.bettor(2000)
  await bets.mustPlace(token, [pick(match)], { stake: '300' })
  await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')], { stake: '300' })
  await look()
  expect(await alerts()).toEqual([])
  await bets.mustPlace(token, [pick(match)], { stake: '201' })
  await Promise.all([look(), look(), look()])
  expect(await alerts()).toMatchObject([
    {
      ...{ kind: 'outcome_stake', outcome: '1X2: 1', bets: 2, accounts: 1, staked: '501.00', liability: '551.10' },
      ...{ path: `/trading/matches/${match}`, text: '2 bets staked KSh 501 in 10 min', closed_at: null },
    },
  ])
  const [before] = await alerts()
  await bets.mustPlace(token, [pick(match)], { stake: '100' })
  await look()
  expect(await alerts()).toMatchObject([{ alert_id: before?.alert_id, bets: 3, staked: '601.00' }])
})

test('liability above the bound raises an alert; a multi counts its part at each outcome', async () => {
  const other = await nare.match()
  await nare.call(operatorSettings.changeSetting, { key: 'alerts.liability', value: '300', reason }, admin)
  const { token } = await nare.bettor(1000)
  await bets.mustPlace(token, [pick(match), pick(other)], { stake: '170' })
  await look()
  expect(await kinds()).toEqual([])
  await bets.mustPlace(token, [pick(match), pick(other)], { stake: '20' })
  await look()
  expect(await alerts()).toMatchObject([{ kind: 'outcome_liability', bets: 2, staked: '95.00', liability: '323.95' }])
  await nare.call(operatorSettings.changeSetting, { key: 'alerts.liability', value: '10000', reason }, admin)
})

test('many accounts on a rare outcome raise an alert, on a likely one not', async () => {
  for (let n = 0; n < 3; n++) {
    const { token } = await nare.bettor()
    await bets.mustPlace(token, [pick(match)], { stake: '20' })
    await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')], { stake: '20' })
    await look()
    expect(await kinds()).toEqual(n < 2 ? [] : ['many_accounts'])
  }
  expect(await alerts()).toMatchObject([{ accounts: 3, outcome: '1X2: 2' }])
})

test('bets in play shortly before a goal raise an alert, those before kick-off and long before not', async () => {
  const { token } = await nare.bettor(2000)
  await bets.mustPlace(token, [pick(match)], { stake: '200' })
  await bets.drive(match, { event: 'kick_off' })
  await bets.drive(match, { odds: { '1': { home_team: '2.10' } } })
  await bets.mustPlace(token, [pick(match)], { stake: '60' })
  await nare.app.clock.advance(30)
  await bets.drive(match, { odds: { '1': { home_team: '2.10' } } })
  await bets.mustPlace(token, [pick(match)], { stake: '60' })
  await bets.drive(match, { event: 'goal', side: 'home' })
  await look()
  expect(await kinds()).toEqual([])
  await bets.drive(match, { suspend: false, odds: { '1': { home_team: '1.50' } } })
  await bets.mustPlace(token, [pick(match, '1', 'home_team', '1.50')], { stake: '101' })
  await bets.drive(match, { event: 'goal', side: 'home' })
  await look()
  expect(await alerts()).toMatchObject([
    { kind: 'before_event', bets: 2, seconds: 15, text: expect.stringContaining('goal') as string },
  ])
})

test('a silent feed raises an alert for a match with open bets', async () => {
  await bets.drive(match, { silent: 90 })
  await look()
  expect(await kinds()).toEqual([])
  await bets.drive(match, { silent: 0 })
  await bets.mustPlace((await nare.bettor()).token, [pick(match)])
  await bets.drive(match, { silent: 90 })
  await look()
  expect(await kinds()).toEqual(['feed_silent'])
})

test('a closed alert is quiet for the minutes of the rule; closing is a trader’s, and twice is once', async () => {
  const { token } = await nare.bettor(3000)
  await bets.mustPlace(token, [pick(match)], { stake: '600' })
  await look()
  const [alert] = await alerts()
  const id = alert?.alert_id ?? ''
  expect((await close(id, auditor)).status).toBe(403)
  expect((await close('999999')).status).toBe(404)
  for (let n = 0; n < 2; n++) expect((await close(id)).body).toMatchObject({ alert_id: id, state: 'closed' })
  expect(await alerts('closed')).toMatchObject([{ alert_id: id, closed_by: 'tom' }])
  await bets.mustPlace(token, [pick(match)], { stake: '600' })
  await look()
  expect(await alerts()).toEqual([])
  await nare.app.clock.advance(601)
  await look()
  expect(await alerts()).toEqual([])
  await bets.mustPlace(token, [pick(match)], { stake: '600' })
  await look()
  expect(await alerts()).toMatchObject([{ kind: 'outcome_stake', bets: 1 }])
  // Closed ones are kept for the term of the setting; open ones stay.
  await nare.app.betting.sweepTraders()
  expect(await alerts('closed')).toHaveLength(1)
  await nare.app.clock.advance(181 * 86_400)
  await nare.app.betting.sweepTraders()
  expect([(await alerts('closed')).length, (await alerts()).length]).toEqual([0, 1])
})
