import { createHmac, timingSafeEqual } from 'node:crypto'
import { openBook } from './book.ts'
import { slotRules } from './games/slot.ts'
import { gamesOf } from './games-played.ts'
import { serve, type Asked } from './http.ts'
import { openJet } from './jet-table.ts'
import { openRounds } from './rounds.ts'
import type { Settings } from './settings.ts'
import { newId, openTable, Refused, shownBalance, type Session } from './table.ts'
import { bgamingDialect } from './wallets/bgaming.ts'
import type { CallName, Dialect } from './wallets/dialect.ts'
import { hub88Dialect } from './wallets/hub88.ts'
import { pragmaticDialect } from './wallets/pragmatic.ts'
import { smartsoftDialect } from './wallets/smartsoft.ts'
import { openWheel } from './wheel-table.ts'
import { faults, openWire } from './wire.ts'

const sessionsMax = 5000
/** The controls for people and tests. */
const controls = new Set(['/faults', '/book', '/quiet'])
const gamePath = /^\/play\/([a-z0-9]{2,20})\/([a-z0-9-]{1,60})$/
const callNames: readonly CallName[] = ['bet', 'win', 'rollback', 'play']

/** The sandbox's game provider: games that call the platform's wallet over HTTP, each in its provider's dialect. */
export async function openArcade(settings: Settings) {
  const { platform, secrets, currency, amounts, scale, speed = 1 } = settings
  const wire = openWire(platform)
  const book = openBook()
  const dialects = new Map<string, Dialect>(
    [
      pragmaticDialect({ secret: secrets.pragmatic }),
      smartsoftDialect({ secret: secrets.smartsoft, currency }),
      bgamingDialect({ token: secrets.bgaming, currency }),
    ].map((dialect) => [dialect.provider, dialect]),
  )
  const rounds = openRounds({ wire, book, dialects, log: (line) => process.stderr.write(`${line}\n`) })
  const table = openTable({ rounds, book, scale })
  const [jet, wheel] = [openJet({ table, speed }), openWheel({ table, speed })]
  const games = gamesOf({ table, jet, wheel })
  const sessions = new Map<string, Session>()

  /** The platform creates the sandbox's Hub88 key when it starts. */
  async function dialectOf(provider: string): Promise<Dialect> {
    const known = dialects.get(provider)
    if (known) return known
    if (provider !== 'hub88') throw new Refused('invalid')
    const reply = await fetch(new URL('/sandbox/wallet', platform))
    const { hub88 } = (await reply.json()) as { hub88: { private_key: string } }
    const dialect = hub88Dialect({ privateKey: hub88.private_key, currency })
    dialects.set(provider, dialect)
    return dialect
  }

  /** The parameters of a launch address; refuses parameters that the platform has not signed. */
  function launched(given: unknown): URLSearchParams {
    const query = new URLSearchParams(typeof given === 'string' ? given : '')
    const signature = Buffer.from(query.get('sig') ?? '')
    query.delete('sig')
    const expected = Buffer.from(signatureOf(settings.key, query.toString()))
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw new Refused('invalid')
    return query
  }

  /** Opens a session with the one-time token of the launch; a demo has play money and calls no wallet. */
  async function open({ launch }: Asked['body']) {
    const query = launched(launch)
    const [provider = '', game = ''] = (query.get('game') ?? '').split(':')
    if (!games.has(`${provider}:${game}`)) throw new Refused('invalid')
    const mode = query.get('mode') === 'demo' ? 'demo' : 'real'
    const token = query.get('token') ?? ''
    const named = { id: query.get('player') ?? 'guest', session: token, token }
    const seat = { player: named, game, balance: table.demoMoney }
    const dialect = mode === 'real' ? await dialectOf(provider) : undefined
    if (dialect) {
      const opened = await wire.ask(dialect, 'open', { player: named, game })
      if (opened.kind !== 'done') throw new Refused(opened.kind === 'refused' ? 'no_session' : 'unknown')
      seat.player = opened.player ?? named
      seat.balance = opened.balance ?? (await balanceOf(dialect, seat))
    }
    for (const oldest of sessions.keys()) if (sessions.size < sessionsMax || !sessions.delete(oldest)) break
    const session: Session = {
      ...{ id: newId(), provider, game, mode, seat },
      atOnce: dialect?.atOnce ?? false,
      turn: Promise.resolve(),
    }
    sessions.set(session.id, session)
    return { session: session.id, mode, currency, amounts, stakes: table.stakes, balance: shownBalance(session) }
  }

  async function balanceOf(dialect: Dialect, seat: Session['seat']) {
    const answer = await wire.ask(dialect, 'balance', { player: seat.player, game: seat.game })
    return answer.kind === 'done' && answer.balance !== undefined ? answer.balance : seat.balance
  }

  function sessionOf(id: unknown): Session {
    const session = typeof id === 'string' ? sessions.get(id) : undefined
    if (!session) throw new Refused('no_session')
    return session
  }

  /** Makes a move. Moves with a stake run one at a time per session. */
  async function play({ session: id, ...move }: Asked['body']) {
    const session = sessionOf(id)
    const game = games.get(`${session.provider}:${session.game}`)
    if (!game) throw new Refused('invalid')
    const stakes = move['stake'] !== undefined
    const played = stakes ? session.turn.then(() => game.play(session, move)) : game.play(session, move)
    if (stakes) session.turn = played.catch(() => undefined)
    return { ...(await played), balance: shownBalance(session) }
  }

  async function balance({ session: id }: Asked['body']) {
    const session = sessionOf(id)
    const dialect = session.mode === 'real' ? await dialectOf(session.provider) : undefined
    if (dialect) session.seat.balance = await balanceOf(dialect, session.seat)
    return { balance: shownBalance(session) }
  }

  function state(id: string | null) {
    const session = sessionOf(id)
    return { ...games.get(`${session.provider}:${session.game}`)?.state?.(session), balance: shownBalance(session) }
  }

  /** Plans a fault for the next calls of one provider and kind, or of any. */
  function order({ fault, provider, call, next = 1 }: Asked['body']) {
    const known = faults.find((one) => one === fault)
    const kind = callNames.find((one) => one === call)
    const count = typeof next === 'number' && Number.isInteger(next) && next > 0 && next <= 1000 ? next : undefined
    if (!known || count === undefined || (call !== undefined && !kind)) throw new Refused('invalid')
    wire.order({ fault: known, ...(typeof provider === 'string' && { provider }), ...(kind && { call: kind }) }, count)
    return { ordered: wire.ordered() }
  }

  async function quiet() {
    await wire.quiet()
    // The first call may join a running retry; the second one retries everything that is owed now.
    await rounds.payOwed()
    await rounds.payOwed()
    await wire.quiet()
    return { owed: rounds.owed() }
  }

  const ownHosts = new Set([...settings.sites.map((site) => new URL(site).hostname), 'localhost', '127.0.0.1', '[::1]'])

  async function handle({ hostname, method, path, query, body }: Asked) {
    // Refuses pages of other sites that reach this machine by another host name.
    if (controls.has(path) && !ownHosts.has(hostname)) return undefined
    if (method === 'GET') {
      const [, provider = '', game = ''] = gamePath.exec(path) ?? []
      if (games.has(`${provider}:${game}`)) return { page: game }
      if (path === '/sports' || path === '/') return { page: 'sports' }
      if (path === '/api/state') return state(query.get('session'))
      if (path === '/rules/savanna-reels') return slotRules()
      if (path === '/book') return book.shown(query.get('provider'))
      return undefined
    }
    const calls: Record<string, () => object | Promise<object>> = {
      '/api/open': () => open(body),
      '/api/play': () => play(body),
      '/api/balance': () => balance(body),
      '/faults': () => order(body),
      '/quiet': quiet,
    }
    return method === 'POST' && Object.hasOwn(calls, path) ? calls[path]?.() : undefined
  }

  const server = await serve(settings, handle)
  return {
    port: server.port,
    async close(): Promise<void> {
      rounds.close()
      await server.close()
    },
  }
}

/** The signature of the parameters of a launch address. */
const signatureOf = (key: string, query: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(query).digest('hex')
