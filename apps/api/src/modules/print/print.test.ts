import { afterAll, beforeAll, expect, test } from 'vitest'
import { print } from '@nare/contract/print'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { drawSheet } from './draw.ts'
import { openPdfFiles } from './pdf-files.ts'
import { plainLetters } from './plain-letters.ts'
import { printedText, type PrintedMatches } from './print.ts'
import { footHeight, headHeight, pagesOf, papers, sizes, type Block, type Sheet } from './sheet.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

const pdf = (path: string) => nare.app.app.inject({ method: 'GET', url: path })

test('a list of matches has game ids, prices of the printed markets and the text of an SMS bet; GET and POST return it', async () => {
  const id = await nare.match({ home_team: 'Łódź', away_team: 'Spartak Москва' })
  for (const route of [print.matches, print.matchesPosted]) {
    const { status, body } = await nare.call(route, { when: 'upcoming' })
    expect(status).toBe(200)
    const match = body.data.find(({ match_id }) => match_id === id)
    expect(match).toMatchObject({ home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60', over_odd: '1.90' })
    expect(match?.odd_1x).toMatch(/^\d+\.\d\d$/)
    expect(match?.sms).toBe(`BET ${match?.game_id}#1#100`)
    expect(body.meta).toMatchObject({ name: 'Upcoming matches', help_line: '719', min_age: 18, limit: 500 })
  }
  const swahili = await nare.call(print.matches, { lang: 'sw' })
  expect(swahili.body.meta.name).toBe('Mechi kuu')
})

test('a printed match is serialised once for lists of every length', () => {
  let serialised = 0
  const printed = (n: number) => ({ match_id: `${n}`, toJSON: () => ({ match: n, time: ++serialised }) })
  const matches = [printed(1), printed(2), printed(3)]
  const listOf = (limit: number) => ({ data: matches.slice(0, limit), meta: { limit } }) as unknown as PrintedMatches
  for (const limit of [3, 2, 3]) printedText(listOf(limit))
  expect(serialised).toBe(3)
  const answer = {
    data: [
      { match: 1, time: 1 },
      { match: 2, time: 2 },
    ],
    meta: { limit: 2 },
  }
  expect(JSON.parse(printedText(listOf(2)).text)).toEqual(answer)
})

test('a jackpot list has the name of the pool, its code and its matches in the order of the code; unknown pools are not found', async () => {
  const ids = [await nare.match(), await nare.match(), await nare.match()]
  const created = await nare.call(sandbox.createJackpot, {
    ...{ name: 'Midweek 3', match_ids: ids, stake: '50.00', mode: 'fixed', void_policy: 'draw' },
    tiers: [{ correct: 3, prize: '1000.00' }],
  })
  expect(created.status).toBe(201)
  for (const route of [print.jackpot, print.jackpotPosted]) {
    const { status, body } = await nare.call(route, {})
    expect([status, body.meta.name, body.meta.sms_example]).toEqual([200, 'Midweek 3', `JP${body.meta.code}#1X2`])
    expect(body.data.map(({ match_id, place }) => [match_id, place])).toEqual(ids.map((id, at) => [id, at + 1]))
  }
  expect((await nare.call(print.jackpot, { jackpot_id: '999999' })).status).toBe(404)
  const file = await pdf(`/v1/print/jackpot.pdf?jackpot_id=${created.body.jackpot_id}&lang=sw&width=80mm`)
  expect([file.statusCode, file.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await pdf('/v1/print/jackpot.pdf?jackpot_id=999999')).statusCode).toBe(404)
})

test('a PDF has a plain file name and may be kept for a minute; wrong filters are refused', async () => {
  const file = await pdf('/v1/print/matches.pdf?when=upcoming')
  expect(file.statusCode).toBe(200)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="matches.pdf"',
    'cache-control': 'public, max-age=60',
  })
  for (const wrong of ['width=a3', 'limit=1001', 'lang=xx', 'date=2026-13-01', 'when=live'])
    expect((await pdf(`/v1/print/matches.pdf?${wrong}`)).statusCode).toBe(400)
})

const row = (n: number): Block => ({
  kind: 'row',
  id: `${n}`,
  time: '15:30',
  title: 'Simba - Chui',
  cells: [{ text: '2.10' }],
})
const sheetOf = (blocks: readonly Block[], width: Sheet['width'] = 'a4'): Sheet => ({
  ...{ width, lang: 'en', title: 'Nare', intro: [{ text: 'SMS' }], address: 'http://localhost/print', blocks },
  ...{ foot: ['18+'], pageText: (page, pages) => `${page}/${pages}` },
})

test('every block is on a page once and inside it; a heading is never alone, and a short league is not split', () => {
  const leagues = Array.from({ length: 60 }, (_, league): Block[] => [
    { kind: 'heading', text: `League ${league}` },
    ...Array.from({ length: 1 + (league % 9) }, (_each, n) => row(league * 100 + n)),
  ])
  for (const width of ['a4', '80mm'] as const) {
    const sheet = sheetOf(leagues.flat(), width)
    const pages = pagesOf(sheet)
    expect(pages.flatMap(({ placed }) => placed.map(({ block }) => block))).toEqual(leagues.flat())
    for (const [at, { height, placed }] of pages.entries()) {
      const top = papers[width].margin + (at === 0 ? headHeight(sheet) : 0)
      for (const [n, { block, y, x }] of placed.entries()) {
        const end = y + (block.kind === 'heading' ? sizes.heading : papers[width].row)
        expect(y).toBeGreaterThanOrEqual(top)
        expect(end).toBeLessThanOrEqual(height - papers[width].margin - footHeight(sheet))
        if (block.kind === 'heading') expect(placed[n + 1]).toMatchObject({ x, block: { kind: 'row' } })
      }
    }
    expect(pages.length).toBeLessThan(width === 'a4' ? 9 : 3)
  }
})

test('names are drawn with glyphs of the built-in fonts, never as empty boxes', () => {
  expect(plainLetters('Beşiktaş, Łódź, Müller, Spartak Москва, Ολυμπιακός, Đurić')).toBe(
    'Besiktas, Lódz, Müller, Spartak Moskva, Olympiakos, Duric',
  )
  expect(plainLetters('Œuvre – Žižkov’s €5')).toBe('Œuvre – Žižkov’s €5')
})

test('names in every script are drawn in their Latin form, never as question marks', () => {
  const names = ['الأهلي', 'הפועל', '東京', '수원 삼성', 'ไทย', 'დინამო', 'Արարատ', 'मोहन बागान', 'አዳማ']
  for (const name of names) expect([name, plainLetters(name)]).toEqual([name, expect.stringMatching(/^[ ->@-~]+$/)])
  expect(plainLetters('東京 – 수원')).toBe('DongJing – SuWon')
  expect(plainLetters('زمالك')).toBe('Zmalk')
})

test('a drawn sheet is a PDF with as many pages as were laid out', async () => {
  const sheet = sheetOf(Array.from({ length: 200 }, (_, n) => row(n)))
  const file = await drawSheet(sheet, new Date(0))
  expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(pagesOf(sheet).length)
})

test('one list is drawn at a time, and the same list once; above the limit a request is refused, and a failed list is drawn again', async () => {
  const files = openPdfFiles()
  let [drawing, most, drawn] = [0, 0, 0]
  const free = Promise.withResolvers<void>()
  const draw = async () => {
    most = Math.max(most, ++drawing)
    drawn++
    await free.promise
    drawing--
    return { ok: true, value: Buffer.from('%PDF-') } as const
  }
  const list = (n: number, from = n) => files({ key: `list ${n}`, address: `10.0.0.${from}` }, draw)
  const requests = Array.from({ length: 8 }, (_, n) => list(n))
  const again = list(0)
  free.resolve()
  const answers = await Promise.all([...requests, again])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true, false, false, true])
  expect([most, drawn]).toEqual([1, 6])
  const fails = () => Promise.reject(new Error('no'))
  await expect(files({ key: 'other', address: '10.0.0.1' }, fails)).rejects.toThrow('no')
  expect(await files({ key: 'other', address: '10.0.0.1' }, draw)).toMatchObject({ ok: true })
})

test('an address that requests many lists concurrently uses at most half of the places', async () => {
  const files = openPdfFiles()
  const free = Promise.withResolvers<void>()
  const draw = () => free.promise.then(() => ({ ok: true, value: Buffer.from('%PDF-') }) as const)
  const ask = (key: string, address: string) => files({ key, address }, draw)
  const greedy = Array.from({ length: 5 }, (_, n) => ask(`greedy ${n}`, '10.0.0.1'))
  const others = Array.from({ length: 3 }, (_, n) => ask(`other ${n}`, `10.0.0.${n + 2}`))
  const shared = ask('other 0', '10.0.0.1')
  free.resolve()
  const answers = await Promise.all([...greedy, ...others, shared])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false, false, true, true, true, true])
  expect((await ask('greedy 4', '10.0.0.1')).ok).toBe(true)
})

test('an address may request thirty PDFs a minute, not twenty times as many', async () => {
  const limited = await testApp({ LIMITS_BY_ADDRESS: 'on' }, { base: nare.base })
  const statuses: number[] = []
  for (let n = 0; n < 32; n++)
    statuses.push((await limited.app.app.inject({ url: '/v1/print/matches.pdf?when=never' })).statusCode)
  expect([statuses.filter((one) => one === 400).length, statuses.at(-1)]).toEqual([30, 429])
  await limited.close()
})

test('lists of every limit are cut from one: a match is read once for all of them', async () => {
  const before = await nare.call(print.matches, { when: 'upcoming', limit: 1000 })
  const id = await nare.match()
  const whole = (await nare.call(print.matches, { when: 'upcoming', limit: 1000 })).body
  expect(whole.data.length).toBe(before.body.data.length + 1)
  expect(whole.data.map((match) => match.match_id)).toContain(id)
  for (const limit of [1, 2, whole.data.length]) {
    const cut = (await nare.call(print.matches, { when: 'upcoming', limit })).body
    expect(cut.data).toEqual(whole.data.slice(0, limit))
    expect(cut.meta).toMatchObject({ limit, total: whole.meta.total })
  }
})
