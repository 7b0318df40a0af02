import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ke } from '#country/ke'
import { openLog } from '#platform/log'
import { openPages } from './pages.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-pages-'))
  await mkdir(join(folder, 'en'))
  await writeFile(
    join(folder, 'en/terms-and-conditions.md'),
    '---\ntitle: Terms\nupdated: 2026-11-01\nsummary: All\n---\nOf {{company}}',
  )
})
afterAll(() => rm(folder, { recursive: true }))

function opened() {
  const logged: Record<string, unknown>[] = []
  const log = openLog('info', { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) })
  return { logged, pages: openPages({ folder, country: ke, variables: () => ({}), log }) }
}

test.each([
  ['a value that is not text', '{"company": "Nare", "licence": 7}', 'licence'],
  ['a name that is not allowed', '{"Company Name": "Nare"}', 'Company Name'],
  ['content that is not JSON', '{company}', undefined],
])('an operator.json with %s hides the pages, and the log names the file and the field', async (_, source, field) => {
  await writeFile(join(folder, 'operator.json'), source)
  const { logged, pages } = opened()
  expect(await pages.page('terms-and-conditions', 'sw')).toBeUndefined()
  expect(logged).toEqual([
    expect.objectContaining({
      file: 'operator.json',
      reason: expect.stringMatching(/./),
      msg: 'invalid operator.json in the content folder',
    }),
  ])
  expect(logged[0]?.['field']).toBe(field)
})

test('an invalid carousels.json is logged with its field', async () => {
  await writeFile(
    join(folder, 'carousels.json'),
    '{"home": [{"id": "1", "image": "ftp://a", "title": "A", "link": "/"}]}',
  )
  const { logged, pages } = opened()
  expect(await pages.carousel('home')).toEqual([])
  expect(logged).toMatchObject([{ file: 'carousels.json', field: 'home.0.image' }])
})

test('a page is parsed again only when its text or a value in it has changed', async () => {
  await writeFile(join(folder, 'operator.json'), '{"company": "Nare"}')
  const { pages } = opened()
  const read = async () => (await pages.page('terms-and-conditions', 'en'))?.blocks
  const first = await read()
  expect(first).toEqual([{ kind: 'paragraph', text: [{ text: 'Of Nare' }] }])
  expect(await read()).toBe(first)
  await writeFile(join(folder, 'operator.json'), '{"company": "Other Company"}')
  expect(await read()).toEqual([{ kind: 'paragraph', text: [{ text: 'Of Other Company' }] }])
})
