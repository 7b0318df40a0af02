import type { Notices, notices as contract, NoticeTopic } from '@nare/contract/notices'
import { done, refused } from '@nare/contract/outcome'
import { firstLanguage } from '#country/writing'
import { liveMarks } from '#modules/identity/identity'
import { originOf } from '#modules/tickets/tickets'
import type { Handlers } from '#platform/calls'
import { transact, type Db } from '#platform/db'
import { readBrowser } from './endpoints.ts'
import type { Push } from './push/push.ts'
import * as store from './store.ts'

export { eraseNotices } from './erase.ts'
export { noticesOfBettor } from './own-rows.ts'
export { openPost, openPush, openVapid, type Post, type Push } from './push/push.ts'
export { noticeSettings } from './settings.ts'

type Deps = {
  readonly db: Db
  readonly push: Push | undefined
  /** The hosts of push services. */
  readonly hosts: readonly string[]
}

const sweptAtOnce = 1_000

/** Opens what bettors choose about notices. */
export function openNotices({ db, push, hosts }: Deps) {
  async function viewOf(bettor: bigint): Promise<{ data: Notices }> {
    const subscriptions = await store.subscriptionsOf(db, [bettor])
    const live = await liveMarks(db, subscriptions)
    const { amounts, quiet, smsMoney, smsWon } = (await store.choicesOf(db, [bettor])).get(bettor) ?? store.usualChoice
    return {
      data: {
        devices: subscriptions
          .filter(live)
          .map(({ endpoint, topics, since }) => ({ endpoint, topics: [...topics], since: since.toISOString() })),
        ...{ amounts, quiet, sms: { money: smsMoney, won: smsWon } },
      },
    }
  }

  const routes: Handlers<typeof contract> = {
    pushKey: async () => done({ key: push?.publicKey ?? null }),
    async subscribe({ subscription, topics, language = firstLanguage() }, { session }) {
      if (!push) return refused('not_available')
      if (!session.verified) return refused('not_verified')
      const read = readBrowser(subscription, hosts)
      if (!read.ok) return read
      const made = {
        ...{ bettor: session.bettor, browser: read.value, language, session: originOf(session).session },
        topics: [...new Set<NoticeTopic>(topics)],
      }
      const isKept = await transact(db, (tx) => store.putSubscription(tx, made))
      return isKept ? done(await viewOf(session.bettor)) : refused('not_allowed')
    },
    async unsubscribe({ endpoint }, { session }) {
      await store.dropSubscription(db, session.bettor, endpoint)
      return done(await viewOf(session.bettor))
    },
    notices: async (_input, { session }) => done(await viewOf(session.bettor)),
    async setNotices({ amounts, quiet, sms, language }, { session }) {
      if (!session.verified) return refused('not_verified')
      const change = {
        ...(amounts !== undefined && { amounts }),
        ...(quiet !== undefined && { quiet }),
        ...(sms?.money !== undefined && { smsMoney: sms.money }),
        ...(sms?.won !== undefined && { smsWon: sms.won }),
        ...(language !== undefined && { language }),
      }
      await transact(db, (tx) => store.changeChoice(tx, session.bettor, change))
      return done(await viewOf(session.bettor))
    },
  }

  return {
    routes,
    /** Removes the browsers whose sessions have ended: who has logged out there, or whose account was closed. Returns how many. */
    async sweep(): Promise<number> {
      let removed = 0
      for (let after = 0n; ;) {
        const step = await store.subscriptionsAfter(db, after, sweptAtOnce)
        const last = step.at(-1)
        if (!last) return removed
        const live = await liveMarks(db, step)
        const ended = step.filter((one) => !live(one))
        await store.dropSubscriptions(
          db,
          ended.map(({ id }) => id),
        )
        removed += ended.length
        after = last.id
      }
    },
  }
}
