import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casino } from '@nare/contract/casino'
import { operator } from '@nare/contract/operator'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'
import { everyProviderFirst } from './order.ts'
import type { LobbyGame } from './store.ts'
import { tileBytesMax } from './tiles.ts'

const asha = 'the-token-of-asha'
const shipped = new URL('../../../../../../content/casino/', import.meta.url).pathname
const at = (provider: string) =>
  `https://${provider}.example/open?g={game}&t={token}&m={mode}&p={player}&r={return_url}`

let nare: TestApp
let folder: string
let juma: SeededBettor
let amina: SeededBettor

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-lobby-'))
  await cp(shipped, join(folder, 'casino'), { recursive: true })
  nare = await testApp({
    OPERATORS: `asha:${createHash('sha256').update(asha).digest('hex')}`,
    CONTENT_DIR: folder,
    PRAGMATIC_LAUNCH_URL: at('pragmatic'),
    SMARTSOFT_LAUNCH_URL: at('smartsoft'),
    BGAMING_LAUNCH_URL: at('bgaming'),
    HUB88_LAUNCH_URL: at('hub88'),
  })
  const both = await nare.bettors(2)
  ;[juma, amina] = both as [SeededBettor, SeededBettor]
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true })
})

const games = async (filter: Parameters<typeof nare.call<typeof casino.games>>[1] = {}) =>
  (await nare.call(casino.games, filter)).body
const idsOf = (data: readonly { game_id: string }[]) => data.map(({ game_id }) => game_id)

/** The ids of a page of the lobby, group by group. */
async function lobbyIds(filter: Parameters<typeof games>[0] = {}): Promise<string[]> {
  return (await games(filter)).games.flatMap((group) =>
    Object.values(group).flatMap((shelf) => (Array.isArray(shelf) ? idsOf(shelf) : [])),
  )
}

test('games are objects keyed by category, each with its provider, and page 1 has a game of every provider', async () => {
  const { games: groups, types, providers, provider_list, type_list, meta } = await games()
  expect(providers).toEqual(['nare', 'pragmatic', 'smartsoft', 'bgaming', 'hub88'])
  expect(new Set(groups.map(({ provider }) => provider))).toEqual(new Set(providers))
  expect(types).toEqual(['crash', 'slots', 'instant', 'table', 'live'])
  const pragmatic = groups.find(({ provider }) => provider === 'pragmatic')
  expect(pragmatic).toEqual({
    provider: 'pragmatic',
    slots: [
      {
        game_id: 'pragmatic:savanna-reels',
        name: 'Savanna Reels',
        provider: 'pragmatic',
        provider_name: 'Pragmatic Play',
        category: 'slots',
        category_name: 'Slots',
        image: expect.stringMatching(/^\/v1\/casino\/tiles\/savanna-reels\.[0-9a-f]{12}\.svg$/),
        rtp: '96.09',
        min_stake: '20.00',
        data_kb: expect.any(Number),
        demo: true,
        is_new: expect.any(Boolean),
      },
    ],
    instant: [expect.objectContaining({ game_id: 'pragmatic:scratch-7' })],
    live: [expect.objectContaining({ game_id: 'pragmatic:sunset-wheel' })],
  })
  expect(provider_list?.[0]).toEqual({ id: 'nare', name: 'Nare', games: 10 })
  expect(type_list?.reduce((sum, { games: count }) => sum + count, 0)).toBe(meta?.total)
  expect(await lobbyIds({ limit: 5 })).toHaveLength(5)
  expect(new Set((await games({ limit: 5 })).games.map(({ provider }) => provider)).size).toBe(5)
})

test('the pages list every game once, and the first page ends with the providers that would come later', async () => {
  const all = [
    ...(await lobbyIds({ limit: 6, page: 1 })),
    ...(await lobbyIds({ limit: 6, page: 2 })),
    ...(await lobbyIds({ limit: 6, page: 3 })),
  ]
  expect(all.toSorted()).toEqual((await lobbyIds()).toSorted())
  const game = (gameId: string) => ({ gameId, provider: gameId.slice(0, 1) }) as LobbyGame
  const order = (ids: string, limit: number) =>
    everyProviderFirst(ids.split(' ').map(game), limit).map(({ gameId }) => gameId)
  expect(order('a1 a2 a3 b1 c1 a4', 3)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
  expect(order('a1 b1 a2 a3 c1', 3)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  expect(order('a1 b1 c1', 2)).toEqual(['a1', 'b1', 'c1'])
  expect(order('a1 a2', 1)).toEqual(['a1', 'a2'])
})

test.each(['smartsoft', 'SmartSoft', 'SMART-SOFT', 'smart soft', 'Smart_Soft'])(
  'the provider %s is SmartSoft, and its list of categories is kept',
  async (provider) => {
    const { games: groups, types } = await games({ provider })
    expect(groups).toMatchObject([{ provider: 'smartsoft', crash: [{ game_id: 'smartsoft:jetx' }] }])
    expect(types).toEqual((await games()).types)
  },
)

test('category and provider filters combine, by id or name, and an unknown one has no games', async () => {
  expect(await lobbyIds({ category: 'Table' })).toEqual(['nare:roulette', 'nare:blackjack', 'hub88:mini-roulette'])
  expect(await lobbyIds({ category: 'table', provider: 'Hub88' })).toEqual(['hub88:mini-roulette'])
  for (const provider of ['constructor', "';--"])
    expect(await games({ provider })).toMatchObject({ games: [], meta: { total: 0 } })
  const names = (await nare.call(casino.search, { sort: 'name', provider: 'nare' })).body.data.map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
})

test('search tolerates typos, matches provider and category, and lists the lobby for an empty query', async () => {
  const find = async (q: string) => idsOf((await nare.call(casino.search, { q })).body.data)
  expect((await find('savana rels'))[0]).toBe('pragmatic:savanna-reels')
  expect((await find('blakjack'))[0]).toBe('nare:blackjack')
  for (const [typed, wanted] of [
    ['rulet', 'nare:roulette'],
    ['plinc', 'nare:plinko'],
    ['dadu', 'nare:dice'],
    ['Gurudumu', 'nare:wheel'],
  ] as const)
    expect((await find(typed)).includes(wanted), typed).toBe(true)
  expect((await find('ROULETTE')).slice(0, 2).toSorted()).toEqual(['hub88:mini-roulette', 'nare:roulette'])
  expect((await find('jetx'))[0]).toBe('smartsoft:jetx')
  expect(await find('pragmatic')).toEqual(expect.arrayContaining(['pragmatic:scratch-7', 'pragmatic:sunset-wheel']))
  expect(await find('zzqqxx')).toEqual([])
  expect(await find("%_'")).toEqual([])
  expect(await find('')).toHaveLength(16)
  expect(idsOf((await nare.call(casino.search, { q: 'roulette', provider: 'hub88' })).body.data)).toEqual([
    'hub88:mini-roulette',
  ])
})

test('a listed game is found by its id', async () => {
  expect((await nare.call(casino.game, { game_id: 'nare:dice' })).body.data).toMatchObject({ path: '/nare-games/dice' })
  expect((await nare.call(casino.game, { game_id: 'nare:none' })).status).toBe(404)
})

test('tiles are at most 6 KB, cached for a year by their hash and found by their name alone', async () => {
  const files = await readdir(join(shipped, 'tiles'))
  for (const file of files) expect((await stat(join(shipped, 'tiles', file))).size).toBeLessThanOrEqual(tileBytesMax)
  const { data } = (await nare.call(casino.search, {})).body
  for (const { image } of data) {
    const reply = await nare.app.app.inject({ url: image })
    expect([image, reply.statusCode]).toEqual([image, 200])
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
  }
  const plain = await nare.app.app.inject({ url: '/v1/casino/tiles/banner-crash.svg' })
  expect(plain.headers['cache-control']).toBe('public, max-age=3600')
  for (const url of ['dice.000000000000.svg', 'none.svg', '..%2F..%2Fgames.json', 'dice.svg%00'])
    expect((await nare.app.app.inject({ url: `/v1/casino/tiles/${url}` })).statusCode).toBe(404)
})

test('a bettor adds and removes favourites, newest first, and only existing games can be added', async () => {
  const favour = (game_id: string, favourite?: boolean) =>
    nare.call(casino.addFavourite, { game_id, ...(favourite !== undefined && { favourite }) }, juma.token)
  expect((await favour('nare:dice')).body.data).toMatchObject([{ game_id: 'nare:dice', name: 'Dice' }])
  await favour('pragmatic:scratch-7', true)
  expect(idsOf((await favour('nare:dice')).body.data)).toEqual(['pragmatic:scratch-7', 'nare:dice'])
  expect((await favour('nare:none')).status).toBe(404)
  expect(idsOf((await favour('nare:dice', false)).body.data)).toEqual(['pragmatic:scratch-7'])
  expect(idsOf((await nare.call(casino.favourites, {}, juma.token)).body.data)).toEqual(['pragmatic:scratch-7'])
  expect((await nare.call(casino.favourites, {}, amina.token)).body.data).toEqual([])
  expect((await nare.call(casino.favourites, {})).status).toBe(401)
})

test('recent games are those that the bettor opened, newest first, and the player id is the bettor id', async () => {
  for (const game_id of ['nare:dice', 'pragmatic:scratch-7', 'nare:dice'])
    await nare.call(casino.play, { game_id }, juma.token)
  expect(idsOf((await nare.call(casino.recent, {}, juma.token)).body.data)).toEqual([
    'nare:dice',
    'pragmatic:scratch-7',
  ])
  expect((await nare.call(casino.recent, {}, amina.token)).body.data).toEqual([])
  expect((await nare.call(casino.createPlayer, {}, juma.token)).body).toEqual({ player_id: juma.id.toString() })
})

test('an operator can reorder games and switch games and providers off, which the audit log records', async () => {
  const change = (game_id: string, given: { on?: boolean; place?: number | null }) =>
    nare.call(operator.changeCasinoGame, { game_id, ...given, reason: 'a new campaign' }, asha)
  expect((await change('hub88:mini-roulette', { place: 1 })).body).toEqual({
    game_id: 'hub88:mini-roulette',
    on: true,
    place: 1,
  })
  expect((await nare.call(casino.search, {})).body.data[0]?.game_id).toBe('hub88:mini-roulette')
  await change('hub88:mini-roulette', { place: null })
  expect((await nare.call(casino.search, {})).body.data[0]?.game_id).toBe('nare:crash')

  await change('pragmatic:scratch-7', { on: false })
  expect(await lobbyIds()).not.toContain('pragmatic:scratch-7')
  expect((await nare.call(casino.play, { game_id: 'pragmatic:scratch-7' }, juma.token)).body).toMatchObject({
    code: 'not_available',
  })
  expect(idsOf((await nare.call(casino.favourites, {}, juma.token)).body.data)).toEqual([])
  await change('pragmatic:scratch-7', { on: true })

  const provider = { provider: 'pragmatic', reason: 'their certificate ran out' } as const
  await nare.call(operator.switchCasinoProvider, { ...provider, on: false }, asha)
  expect((await games()).providers).not.toContain('pragmatic')
  expect((await nare.call(casino.play, { game_id: 'pragmatic:scratch-7' }, juma.token)).status).toBe(422)
  const listed = (await nare.call(operator.casinoGames, {}, asha)).body
  expect(listed.data.find(({ game_id }) => game_id === 'pragmatic:scratch-7')).toMatchObject({ on: true, shown: false })
  await nare.call(operator.switchCasinoProvider, { ...provider, on: true }, asha)
  expect((await games()).providers).toContain('pragmatic')

  expect((await change('nare:none', { on: false })).status).toBe(404)
  expect((await change('nare:dice', {})).status).toBe(400)
  const { data } = (await nare.call(operator.audit, { action: 'casino.game' }, asha)).body
  expect(data.filter(({ subject }) => subject === 'game pragmatic:scratch-7')).toMatchObject([
    { operator: 'asha', facts: { on: true }, outcome: 'done' },
    { operator: 'asha', facts: { on: false }, outcome: 'done' },
  ])
})

test('a search within a category or provider also finds games after the first hundred, and a filtered page keeps its order', async () => {
  const path = join(folder, 'casino', 'games.json')
  const text = await readFile(path, 'utf8')
  const file = JSON.parse(text)
  const copy = (like: string, game_id: string) => ({
    ...file.games.find((game: { game_id: string }) => game.game_id === like),
    ...{ game_id, name: 'Twiga' },
  })
  for (let n = 0; n < 120; n++) file.games.push(copy('pragmatic:savanna-reels', `pragmatic:twiga-${n}`))
  file.games.push(copy('hub88:mini-roulette', 'hub88:twiga'))
  await writeFile(path, JSON.stringify(file))
  const next = await testApp(
    { CONTENT_DIR: folder, PRAGMATIC_LAUNCH_URL: at('pragmatic'), HUB88_LAUNCH_URL: at('hub88') },
    { base: nare.base },
  )
  const find = async (filter: object) => (await next.call(casino.search, { q: 'twiga', ...filter })).body
  expect(idsOf((await find({ provider: 'hub88' })).data)).toEqual(['hub88:twiga'])
  expect(idsOf((await find({ category: 'table' })).data)).toEqual(['hub88:twiga'])
  expect((await find({})).meta).toMatchObject({ total: 100 })
  const page = (await next.call(casino.games, { sort: 'name', limit: 3 })).body.games
  expect(page.map(({ provider }) => provider)).toEqual(['nare'])
  await next.close()
  await writeFile(path, text)
  await (await testApp({ CONTENT_DIR: folder }, { base: nare.base })).close()
})

test('a new content file keeps the operator’s order and switched-off games, and an invalid file changes nothing', async () => {
  await nare.call(operator.changeCasinoGame, { game_id: 'nare:keno', on: false, place: 2, reason: 'a fault' }, asha)
  const path = join(folder, 'casino', 'games.json')
  const text = await readFile(path, 'utf8')
  const file = JSON.parse(text)
  file.games = file.games.filter((game: { game_id: string }) => game.game_id !== 'nare:plinko')
  file.games[0].name = 'Crash it'
  await writeFile(path, JSON.stringify(file))
  const again = () => testApp({ CONTENT_DIR: folder }, { base: nare.base })
  const next = await again()
  const { data } = (await next.call(casino.search, {})).body
  expect(idsOf(data)).not.toContain('nare:plinko')
  expect(idsOf(data)).not.toContain('nare:keno')
  expect(data[0]?.name).toBe('Crash it')
  await next.close()
  await writeFile(path, text.replace('"nare:dice"', '"constructor:dice"'))
  const broken = await again()
  expect(idsOf((await broken.call(casino.search, {})).body.data)).toEqual(idsOf(data))
  await broken.close()
  await writeFile(path, text)
  await nare.call(operator.changeCasinoGame, { game_id: 'nare:keno', on: true, place: null, reason: 'mended' }, asha)
})
