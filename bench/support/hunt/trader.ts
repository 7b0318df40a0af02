import { randomUUID } from 'node:crypto'
import type { App } from '@nare/api/app'
import { betting } from '@nare/contract/betting'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { referrals } from '@nare/contract/referrals'
import { operatorSettings, type SettingValue } from '@nare/contract/settings'
import type { HuntMatch, Incident } from './matches.ts'
import { isHurtBy, note, type Account, type Choice, type Playing } from './players.ts'

export const traderToken = 'the-token-of-the-trader'
export const otherToken = 'the-token-of-the-other-trader'
/** Below the stake of every bet of the hunt. */
const referralStake = '50'
const answersWithinS = 55
const endsAfterS = 65
const reason = 'the trader of the hunt'

type Waiting = { readonly by: Account; readonly betId: string; readonly choice: Choice }

/** Turns on that every bet waits for a trader. */
export async function referEverything({ call }: Pick<Playing, 'call'>): Promise<void> {
  const settings: [string, SettingValue][] = [
    ['referral.on', true],
    ['referral.stake', referralStake],
  ]
  for (const [key, value] of settings) {
    const change = (token: string) => call(operatorSettings.changeSetting, { key, value, reason }, token)
    const asked = await change(traderToken)
    const { status } = asked.status === 202 ? await change(otherToken) : asked
    if (status !== 200) throw new Error(`the setting ${key} was answered ${status}`)
  }
}

/**
 * The bets of a match that wait for a trader, who answers within a minute: accepts most, offers a lower price for some, refuses the rest. A
 * bettor takes back what an event will hurt that only he knows of, and takes every offer.
 */
export function openReferred({
  app,
  playing,
  match,
  chance,
}: {
  app: App
  playing: Playing
  match: HuntMatch
  chance: () => number
}) {
  const { call, schedule } = playing
  const waiting = new Map<string, Waiting>()
  /** When a choice is answered, in seconds, and how: alike for all who bet on it. */
  const plans = new Map<Choice, { readonly answersInS: number; readonly wish: number }>()
  const delayS = app.country.liveDelayS
  const after = (seconds: number, run: () => Promise<void>) => schedule.at(schedule.nowMs() + seconds * 1000, run)
  const work = async (): Promise<void> => void (await app.betting.referrals.workThroughDue())

  function planOf(choice: Choice) {
    const plan = plans.get(choice) ?? { answersInS: chance() * answersWithinS, wish: chance() }
    plans.set(choice, plan)
    return plan
  }

  async function answer({ by, betId, choice }: Waiting): Promise<void> {
    const { wish } = planOf(choice)
    const lower = (choice.odds * 0.97).toFixed(2)
    const isOffer = wish > 0.8 && Number(lower) > 1.01
    const kind = wish < 0.1 ? 'refuse' : isOffer ? 'offer' : 'accept'
    const terms = kind === 'offer' ? { price: lower } : {}
    const { status } = await call(
      consoleReferrals.decideReferral,
      { id: betId, answer: kind, reason, ...terms },
      traderToken,
    )
    if (status !== 200) return note(by, `answered too late (${status})`)
    if (kind === 'refuse') return
    if (kind === 'offer')
      await call(referrals.answerOffer, { bet_id: betId, id: randomUUID(), take: true }, by.bettor.token)
    after(delayS + 1, work)
  }

  async function end({ by, betId }: Waiting): Promise<void> {
    await work()
    waiting.delete(betId)
    const { body } = await call(betting.bet, { id: betId }, by.bettor.token)
    const { state } = body.data
    if (state !== 'refused' && state !== 'referred') by.done++
    note(
      by,
      state === 'refused' ? 'refused after the wait' : state === 'referred' ? 'still waits' : 'placed after the wait',
    )
  }

  return {
    onReferred(bet: Waiting): void {
      waiting.set(bet.betId, bet)
      after(planOf(bet.choice).answersInS, () => answer(bet))
      after(endsAfterS + delayS, () => end(bet))
    },
    /** What these players know before the feed: they take back the bets that an incident will hurt. */
    async onKnown(incident: Incident, informed: readonly Account[]): Promise<void> {
      for (const { by, betId, choice } of waiting.values()) {
        if (!informed.includes(by) || !isHurtBy(match, choice, incident)) continue
        const { status } = await call(referrals.withdraw, { bet_id: betId }, by.bettor.token)
        note(by, status === 200 ? 'taken back' : 'could not be taken back')
        after(delayS + 1, work)
      }
    },
  }
}
