import { notices as calls } from '@nare/contract/notices'
import type { Area, AreaDeps } from '#area'
import type { Identity, Sms } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { mount } from '#platform/calls'
import { openComposing } from './composing.ts'
import { openFollowers } from './followers.ts'
import { openNotices, openPush, type Post } from './notices.ts'
import { sizes, sweepQueue } from './queue-store.ts'
import { openSending } from './sending.ts'
import { noticeSettings } from './settings.ts'

type Deps = AreaDeps & {
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly ledger: Pick<Ledger, 'follow'>
  readonly sms: Sms
  /** Where push services are reached, and our key for them; undefined without notices by push. */
  readonly push:
    | { readonly key: Uint8Array; readonly hosts: readonly string[]; readonly post: Post; close?(): Promise<unknown> }
    | undefined
}

/** Notices of what happened to bettors' own bets and money, by Web Push and SMS. */
export function openNoticesArea({ push: by, ...deps }: Deps) {
  const { db, clock, log, count, config, settings } = deps
  settings.declare(noticeSettings)
  const { contact } = config.push
  const push = by && openPush({ privateKey: by.key, contact, nowMs: clock.now, post: by.post, log })
  const notices = openNotices({ db, push, hosts: by?.hosts ?? [] })
  const followers = openFollowers(deps)
  const sending = openSending({ ...deps, push, composing: openComposing(deps) })

  async function sweep(): Promise<void> {
    const ended = await sweepQueue(db)
    if (ended > 0) count('notice_failed', ended)
    const removed = await notices.sweep()
    if (removed > 0) count('notice_browser_removed', removed)
  }

  const area: Area = {
    routes: (mounting) => mount(mounting, calls, notices.routes),
    // New readers begin at the end of their feeds: at once, so that nothing that this process settles is before them.
    start: {
      role: 'jobs',
      run: () => {
        for (const follow of [followers.followSettled, followers.followLedger])
          void follow().catch((error: unknown) => log.warn({ err: error }, 'the notices follow at their next turn'))
      },
    },
    jobs: [
      { name: 'notices of bets', everyMs: 5_000, run: followers.followSettled },
      { name: 'notices of payments', everyMs: 5_000, run: followers.followLedger },
      { name: 'notices of kick-offs', everyMs: 30_000, run: followers.addKickoffs },
      { name: 'notices', everyMs: 2_000, run: sending.run },
      { name: 'notices sweep', everyMs: 600_000, run: sweep },
    ],
    gauges: [
      {
        name: 'nare_notices',
        help: 'Notices that wait to be put into words or are on their way, and browsers that get some',
        read: async () => Object.entries(await sizes(db)).map(([part, value]) => ({ labels: { part }, value })),
      },
    ],
    drain: sending.stop,
    close: async () => by?.close?.(),
  }
  return { notices: { ...followers, send: sending.run, sweep }, area }
}
