import type { MyDownload, rights as calls } from '@nare/contract/rights'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { lockAccount, type Identity, type Vault } from '#modules/identity/identity'
import type { Background } from '#platform/background'
import { transact, type Db } from '#platform/db'
import { ndjsonLine } from '#platform/ndjson'
import type { OwnRows } from '#platform/own-rows'
import { notInDownload, ownParts } from './parts.ts'
import * as store from './store.ts'

export type RightsDeps = {
  readonly db: Db
  readonly identity: Pick<Identity, 'operator' | 'verifyPasswordOf'>
  /** Encrypts the pieces. Without it no download is made. */
  readonly vault: Vault | undefined
  readonly background: Pick<Background, 'workThroughDue'>
  readonly parts?: readonly OwnRows[]
  /** The rows of one step, which memory holds at once. */
  readonly rowsInStep?: number
}

const keptDays = 7
const readyText = `Your data is ready. Log in and open Profile, Security to download it within ${keptDays} days.`

/** Downloads of everything about a bettor: asked for once a day, made in steps, kept encrypted for seven days. */
export function openRights({ db, identity, vault, background, parts = ownParts, rowsInStep = 1_000 }: RightsDeps) {
  /** One step of a download: reads rows of one part, stores them as a piece, and where the next step begins. Returns whether it goes on. */
  async function step(id: bigint): Promise<boolean> {
    if (!vault) return false
    const outcome = await transact(db, async (tx) => {
      const row = await store.lockMaking(tx, id)
      if (!row) return done({ goesOn: false, message: undefined })
      const part = parts[row.part]
      if (!part) {
        await store.markReady(tx, id, keptDays)
        const sent = await identity.operator.message(tx, { bettor: row.bettor, text: readyText, by: 'system' })
        return done({ goesOn: false, message: sent.ok ? sent.value.id : undefined })
      }
      const page = await part.read(db, { bettor: row.bettor, after: row.after ?? undefined, most: rowsInStep })
      const isFirst = row.part === 0 && row.after === null
      const lines = page.rows.map((of) => ndjsonLine({ table: part.table, row: of }))
      const content = Buffer.from([...(isFirst ? [indexOf(parts)] : []), ...lines].join(''))
      const isKept = content.length > 0
      if (isKept) await vault.write(row.nextFile, content)
      await store.writeStep(tx, {
        id,
        file: isKept ? row.nextFile : undefined,
        next: isKept ? vault.newName() : row.nextFile,
        part: page.next === undefined ? row.part + 1 : row.part,
        after: page.next,
        rows: page.rows.length,
        bytes: content.length,
      })
      return done({ goesOn: true, message: undefined })
    })
    if (!outcome.ok) return false
    if (outcome.value.message !== undefined) await identity.operator.sendMessage(outcome.value.message)
    return outcome.value.goesOn
  }

  return {
    /** Begins a download, once for its id and at most once in 24 hours. */
    async ask(
      bettor: bigint,
      { id }: Received<typeof calls.askMyData>,
    ): Promise<Outcome<{ data: MyDownload }, 'too_many_requests' | 'not_available'>> {
      if (!vault) return refused('not_available')
      return transact(db, async (tx) => {
        await lockAccount(tx, bettor)
        const earlier = await store.ofCommand(tx, bettor, id)
        if (earlier) return done({ data: shown(earlier) })
        const wait = await store.waitOf(tx, bettor)
        if (wait > 0) return refused('too_many_requests', { retry_after_s: wait }, 'You can ask once a day')
        const made = await store.insert(tx, { bettor, command: id, file: vault.newName() })
        if (!made) throw new Error('the download was not stored')
        return done({ data: shown(made) })
      })
    },

    async last(bettor: bigint) {
      const row = await store.lastOf(db, bettor)
      return { data: row ? shown(row) : null }
    },

    /** The content of the newest download in pieces, after a check of the password. */
    async open(
      bettor: bigint,
      password: string,
    ): Promise<Outcome<AsyncIterable<Uint8Array>, 'wrong_credentials' | 'too_many_requests' | 'not_found'>> {
      const right = await identity.verifyPasswordOf(bettor, password)
      if (!right.ok) return right
      const row = await store.lastOf(db, bettor)
      if (!vault || !row || shown(row).state !== 'ready') return refused('not_found')
      return done(contentOf(vault, await store.piecesOf(db, row.id)))
    },

    /** Makes downloads that were asked for, each in steps of bounded size. */
    make: () =>
      background.workThroughDue<{ id: bigint }>({
        what: 'download of own data',
        id: ({ id }) => id,
        next: ({ after, count }) => store.making(db, { after: after?.id, most: count }),
        async work({ id }) {
          while (await step(id)) await new Promise((next) => setImmediate(next))
        },
      }),

    /** Removes the content of downloads whose seven days are over. */
    async removeExpired(): Promise<void> {
      if (!vault) return
      for (const { id } of await store.expired(db, 200)) {
        for (const { file } of await store.piecesOf(db, id)) await vault.remove(file)
        await transact(db, async (tx) => done(await store.markRemoved(tx, id)))
      }
    },
  }
}

async function* contentOf(vault: Vault, pieces: readonly { file: string }[]): AsyncGenerator<Uint8Array> {
  for (const { file } of pieces) {
    const content = await vault.read(file)
    if (!content) throw new Error('a piece of a download is missing')
    yield content
  }
}

function shown({ id, askedAt, readyAt, expiresAt, removedAt, rows }: store.DownloadRow): MyDownload {
  return {
    id: id.toString(),
    state: removedAt ? 'removed' : readyAt ? 'ready' : 'making',
    asked_at: askedAt.toISOString(),
    ready_at: readyAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    rows: Number(rows),
  }
}

/** The first line of the file: what follows, in which units, and what is left out. */
function indexOf(parts: readonly OwnRows[]): string {
  return ndjsonLine({
    index: parts.map(({ table, about }) => ({ table, about })),
    units: 'Amounts are in cents and prices in thousandths, as whole numbers; times are in UTC',
    left_out: notInDownload,
  })
}
