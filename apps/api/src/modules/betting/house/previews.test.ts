import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EffectView } from '@nare/contract/effect'
import { done, refused } from '@nare/contract/outcome'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openPreviews } from './previews.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase({ size: 3 })
})
afterAll(() => base.close())

const effectOf = (legs: number) => ({
  view: (): EffectView => ({
    ...{
      as_of: '2026-11-28T20:00:00Z',
      bets: legs,
      winners: 0,
      lost: legs,
      paid: '0.00',
      taken_back: '0.00',
      debt: '0.00',
    },
    ...{ debts: [], largest: [], legs, of: 9 },
  }),
})

/** A count that has seen 3 of 9 picks and goes on when it is told to. */
function slowCount() {
  const reported = Promise.withResolvers<undefined>()
  const go = Promise.withResolvers<undefined>()
  return {
    reported: reported.promise,
    go: () => go.resolve(undefined),
    count: async (_: unknown, report: (effect: ReturnType<typeof effectOf>) => boolean) => {
      expect(report(effectOf(3))).toBe(true)
      reported.resolve(undefined)
      await go.promise
      return done(effectOf(9))
    },
  }
}

test('a preview that takes long answers how far it has counted, and the same call gets the rest', async () => {
  const slow = slowCount()
  const previews = openPreviews({ db: base.db, timeout: () => slow.reported })
  const first = await previews.of('a', slow.count)
  expect(first).toMatchObject({ ok: true, value: { state: 'counting', effect: { legs: 3, of: 9 } } })
  slow.go()
  const patient = openPreviews({ db: base.db, timeout: () => new Promise(() => undefined) })
  const again = previews.of('a', () => Promise.reject(new Error('counted twice')))
  let answer = await again
  while (answer.ok && answer.value.state === 'counting')
    answer = await previews.of('a', () => Promise.reject(new Error('counted twice')))
  expect(answer).toMatchObject({ ok: true, value: { state: 'preview', effect: { legs: 9 } } })
  const refusal = await patient.of('b', async () => refused('not_found'))
  expect(refusal).toMatchObject({ ok: false, code: 'not_found' })
})

test('two count at once and a third is told to come again; what is counted can write nothing', async () => {
  const [one, two] = [slowCount(), slowCount()]
  const previews = openPreviews({ db: base.db, timeout: () => Promise.all([one.reported, two.reported]) })
  const both = Promise.all([previews.of('one', one.count), previews.of('two', two.count)])
  await Promise.all([one.reported, two.reported])
  expect(await previews.of('three', async () => done(effectOf(1)))).toMatchObject({ ok: false, code: 'overloaded' })
  one.go()
  two.go()
  await both
  const patient = openPreviews({ db: base.db, timeout: () => new Promise(() => undefined) })
  const writes = patient.of('writes', async (tx) => {
    await sql`insert into betting.settlement (match_id, version) values (1, 1)`.execute(tx)
    return done(effectOf(1))
  })
  await expect(writes).rejects.toThrow(/read-only/)
})
