import { sql } from 'kysely'
import { expect } from 'vitest'
import { notices as calls, type NoticeTopic } from '@nare/contract/notices'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import type { TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'

/** A browser of the sandbox. */
export type Device = { readonly id: string; readonly subscription: Sent<typeof calls.subscribe>['subscription'] }
export type NoticesWorld = Awaited<ReturnType<typeof openNoticesWorld>>

const dayS = 86_400

/** Common steps of tests of notices, through HTTP. The readers of a new house begin with it. */
export async function openNoticesWorld(nare: TestApp) {
  const { app, call } = nare
  await app.notices.followSettled()
  await app.notices.followLedger()

  async function newDevice(): Promise<Device> {
    const { push_id: id, subscription } = (await call(sandbox.newBrowser, {})).body
    return { id, subscription }
  }

  const subscribe = (token: string, { subscription }: Device, topics: NoticeTopic[], language?: 'en' | 'sw') =>
    call(calls.subscribe, { subscription, topics, ...(language && { language }) }, token)

  /** A bettor with a browser that gets notices of these topics. */
  async function listener(topics: NoticeTopic[], shillings?: number): Promise<SeededBettor & { device: Device }> {
    const bettor = await nare.bettor(shillings)
    const device = await newDevice()
    expect(await subscribe(bettor.token, device, topics)).toMatchObject({ status: 200 })
    return { ...bettor, device }
  }

  return {
    newDevice,
    subscribe,

    /** Advances to an hour of the country; nine in the morning is outside of the usual quiet hours. */
    async to(hour: number): Promise<void> {
      const second = (Math.floor(app.clock.now() / 1000) + 3 * 3600) % dayS
      await app.clock.advance(((hour * 3600 - second + dayS) % dayS) + 1)
    },

    listener,

    /** Such a bettor with a bet on a match. */
    async withBet(topics: NoticeTopic[]) {
      const own = await listener(topics)
      const match = await nare.match()
      return { ...own, match, bet: await betsOn(nare).mustPlace(own.token, [pick(match)]) }
    },

    /** What a browser got. */
    async got({ id }: Device): Promise<Record<string, string>[]> {
      const { notices } = (await call(sandbox.browser, { push_id: id })).body
      return notices.map(({ text }) => JSON.parse(text))
    },

    sms: async (msisdn: string): Promise<string[]> =>
      (await call(sandbox.phone, { msisdn })).body.sms.map(({ text }) => text),

    /** Reads what happened, and sends what is due after some seconds. */
    async tell(seconds = 60): Promise<void> {
      await app.notices.followSettled()
      await app.notices.followLedger()
      await app.clock.advance(seconds)
      await app.notices.send()
    },

    result: (match_id: string, full_time: string) =>
      call(sandbox.resultMatch, { match_id, half_time: '0:0', full_time }),

    async rowsOf(table: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
        nare.base.db,
      )
      return rows[0]?.count ?? 0
    },
  }
}
