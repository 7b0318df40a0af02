import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorTexts } from '@nare/contract/operator-texts'
import { pages, type ContentPage } from '@nare/contract/pages'
import { sandbox } from '@nare/contract/sandbox'
import { terms } from '@nare/contract/terms'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'

const [mary, mark, auditor] = [operatorToken('mary'), operatorToken('mark'), operatorToken('ivy')]
const reason = 'The text has a mistake'
const termsPage = 'terms-and-conditions'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ mary: 'marketing', mark: 'marketing', ivy: 'auditor' }) })
})
afterAll(() => nare.close())

const source = `---\ntitle: New\nupdated: 2026-12-01\nsummary: S\n---\nA text`
const inAnHour = (): string => new Date(nare.app.clock.now() + 3_600_000).toISOString()
const save = async (page: ContentPage): Promise<number> =>
  (await nare.call(operatorTexts.saveText, { page, en: source, sw: source, reason }, mary)).body.version
const publish = (page: ContentPage, version: number, more: { from?: string; terms_version?: string } = {}, by = mary) =>
  nare.call(operatorTexts.publishText, { page, version, reason, ...more }, by)
const cancel = (page: ContentPage, publication_id: string, more: { id?: string } = {}, by = mary) =>
  nare.call(operatorTexts.cancelText, { page, publication_id, reason, ...more }, by)
const versionsOf = async (page: ContentPage) => (await nare.call(operatorTexts.textVersions, { page }, mary)).body
const titleOf = async (page: ContentPage) => (await nare.call(pages.page, { page, lang: 'en' })).body.data.title
/** The id of a publication that is planned in an hour. */
async function planned(page: ContentPage): Promise<string> {
  await publish(page, await save(page), { from: inAnHour() })
  return (await versionsOf(page)).planned.at(-1)?.publication_id ?? ''
}

test('a planned publication is cancelled with author and reason: at its moment bettors go on reading what they read', async () => {
  const page = 'cookie-policy'
  const before = await titleOf(page)
  const id = await planned(page)
  expect((await cancel(page, id, {}, auditor)).status).toBe(403)
  expect(await cancel('privacy-policy', id)).toMatchObject({ status: 404 })
  expect(await cancel(page, '999999')).toMatchObject({ status: 404 })
  expect(await cancel(page, id)).toMatchObject({ status: 200, body: { state: 'cancelled', version: 1 } })
  expect(await cancel(page, id)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  const after = await versionsOf(page)
  expect(after.planned).toEqual([])
  expect(after.publications).toMatchObject([{ version: 1, by: 'mary', cancelled: { by: 'mary', reason } }])
  await nare.call(sandbox.clock, { advance_s: 3_601 })
  expect(await titleOf(page)).toBe(before)
  // The version waits again: somebody drops it, or publishes it after all.
  const drafts = async () =>
    (await nare.call(operatorTexts.texts, {}, mary)).body.data.find((one) => one.page === page)?.draft
  expect(await drafts()).toMatchObject({ version: 1 })
  expect((await publish(page, 1)).status).toBe(200)
  expect([await titleOf(page), await drafts()]).toEqual(['New', null])
  const begun = (await versionsOf(page)).publications[0]?.publication_id ?? ''
  expect(await cancel(page, begun)).toMatchObject({ status: 422, body: { code: 'not_available' } })
})

test('a hundred at once cancel a publication once, with one id or with a hundred', async () => {
  const page = 'privacy-policy'
  const answersOf = async (ids: readonly string[]) => {
    const publication = await planned(page)
    const replies = await Promise.all(ids.map((id) => cancel(page, publication, { id })))
    return replies.filter(({ status }) => status !== 503).map(({ status }) => status)
  }
  const one = randomUUID()
  expect(new Set(await answersOf(Array.from({ length: 100 }, () => one)))).toEqual(new Set([200]))
  const each = await answersOf(Array.from({ length: 100 }, () => randomUUID()))
  expect(each.filter((status) => status === 200)).toHaveLength(1)
  expect((await versionsOf(page)).publications.filter(({ cancelled }) => cancelled)).toHaveLength(2)
})

test('planned terms are cancelled by two people, and nobody is asked to accept them', async () => {
  const bettor = await nare.bettor()
  const asked = async () => (await nare.call(terms.terms, {}, bettor.token)).body.data
  const before = await asked()
  const title = await titleOf(termsPage)
  const version = await save(termsPage)
  const more = { from: inAnHour(), terms_version: '2027-05-01' }
  expect((await publish(termsPage, version, more)).status).toBe(202)
  expect(await publish(termsPage, version, more, mark)).toMatchObject({ status: 200, body: { state: 'planned' } })
  const id = (await versionsOf(termsPage)).planned[0]?.publication_id ?? ''
  expect(await cancel(termsPage, id)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect(await cancel(termsPage, id)).toMatchObject({ status: 403 })
  expect((await versionsOf(termsPage)).planned).toHaveLength(1)
  expect(await cancel(termsPage, id, {}, mark)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
  expect((await versionsOf(termsPage)).publications).toMatchObject([
    { cancelled: { by: 'mary', confirmed_by: 'mark', reason } },
  ])
  await nare.call(sandbox.clock, { advance_s: 3_601 })
  expect(await titleOf(termsPage)).toBe(title)
  expect(await asked()).toEqual(before)
})

test('a cancellation that is confirmed after the moment fails, and the terms hold', async () => {
  const version = await save(termsPage)
  const more = { from: inAnHour(), terms_version: '2027-06-01' }
  await publish(termsPage, version, more)
  await publish(termsPage, version, more, mark)
  const id = (await versionsOf(termsPage)).planned[0]?.publication_id ?? ''
  expect((await cancel(termsPage, id)).status).toBe(202)
  await nare.call(sandbox.clock, { advance_s: 3_601 })
  expect(await cancel(termsPage, id, {}, mark)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  expect(await titleOf(termsPage)).toBe('New')
})
