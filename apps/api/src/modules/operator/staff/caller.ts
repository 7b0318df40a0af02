import { createHash, timingSafeEqual } from 'node:crypto'
import { done, refused } from '@nare/contract/outcome'
import { permissionsOf, permissionsWithoutRoles, type Permission } from '@nare/contract/permissions'
import type { OperatorToken } from '#config-operators'
import { bearerOf, type AskingRequest } from '#platform/bearer'
import type { Operator, OperatorOf } from '#platform/call'
import type { ConsoleSite } from '#platform/console-site'
import type { Db } from '#platform/db'
import type { MayNow } from '../deciding.ts'
import { tokenHashOf } from './logins.ts'
import { permissionsOfToken } from './people.ts'
import { people, person } from './people-store.ts'
import { liveSession, type SessionRow } from './session-store.ts'
import { liveToken } from './token-store.ts'

const sessionMs = 12 * 60 * 60_000

type CallerDeps = {
  readonly db: Db
  readonly operators: readonly OperatorToken[]
  readonly site: ConsoleSite
  /** Whether demo people may act: while the sandbox is on. */
  readonly withDemo: boolean
}

/**
 * Finds who makes a request. People and their tokens are read from the database at every call, so that what a person may do holds in every
 * process from the next call on. With `isPress` a request keeps its session alive, unless the page made it by itself.
 */
export function openCaller({ db, operators, site, withDemo }: CallerDeps) {
  const configured = configuredOperators(operators)

  async function byToken(token: string): Promise<Operator | undefined> {
    const found = configured(token)
    if (found) return found
    const own = await liveToken(db, tokenHashOf(token))
    if (!own || (own.demo && !withDemo)) return undefined
    const roles = own.roles.filter((one) => one !== 'export.read')
    return {
      name: own.creator,
      may: permissionsOfToken(own.roles),
      kind: 'token',
      token: own.id,
      roles,
      seesNumbers: false,
      ...(own.bettor !== null && { bettor: own.bettor }),
    }
  }

  const find =
    (isPress: boolean): OperatorOf =>
    async (request) => {
      const bearer = bearerOf(request)
      if (bearer !== undefined) {
        const operator = await byToken(bearer)
        return operator ? done(operator) : refused('not_allowed')
      }
      const session = site.cookie.read(request)
      if (session === undefined) return refused('session_required')
      if (!site.mayUseCookie(request))
        return refused('not_allowed', undefined, 'The console answers its own pages only')
      const pressed = isPress && request.headers['nare-auto'] !== '1'
      const found = await bySession(session, { pressed })
      return found ? done(found) : refused('session_expired')
    }

  async function bySession(session: string, { pressed }: { pressed: boolean }): Promise<Operator | undefined> {
    const row = await liveSession(db, tokenHashOf(session), { pressed })
    return row && (!row.demo || withDemo) ? personOf(row) : undefined
  }

  return {
    operatorOf: find(true),
    /** The same, without keeping the session alive. */
    seenOperator: find(false),
    /** The person of a live session, without keeping it alive. */
    seenPerson: (session: string): Promise<Operator | undefined> => bySession(session, { pressed: false }),

    /** Who may do what needs a permission, by name, with the own betting account where it is declared: people and entries of OPERATORS. */
    async peopleWho(permission: Permission): Promise<{ name: string; bettor: bigint | null }[]> {
      const active = (await people(db)).filter(({ state, demo }) => state === 'active' && (withDemo || !demo))
      const all = [
        ...active.map(({ name, roles, bettor }) => ({ name, bettor, may: permissionsOf(roles) })),
        ...operators.map((one) => ({ name: one.name, bettor: null, may: mayOf(one) })),
      ]
      return all.flatMap(({ may, ...one }) => (may.has(permission) ? [one] : []))
    },

    /** Who opened a socket, as long as the session lives and the address may reach the console. */
    async socketOperator(request: AskingRequest): Promise<Operator | undefined> {
      if (bearerOf(request) === undefined && site.cookie.read(request) === undefined) return undefined
      if (!site.isAllowedAddress(request.ip)) return undefined
      const found = await find(false)(request)
      return found.ok ? found.value : undefined
    },
  }
}

function personOf({ name, roles, bettor, createdAt, confirmedUntil }: SessionRow): Operator {
  return {
    name,
    may: permissionsOf(roles),
    kind: 'person',
    roles,
    seesNumbers: false,
    session: { createdAt, expiresAt: new Date(createdAt.getTime() + sessionMs) },
    ...(bettor !== null && { bettor }),
    ...(confirmedUntil && { confirmedUntil: confirmedUntil.getTime() }),
  }
}

/** What a person, or an entry of OPERATORS, may do now; undefined for somebody who is not there or suspended. */
export function openMayNow({ operators, withDemo }: Pick<CallerDeps, 'operators' | 'withDemo'>): MayNow {
  return async (db, name) => {
    const entry = operators.find((one) => one.name === name)
    if (entry) return mayOf(entry)
    const found = await person(db, name)
    return found?.state === 'active' && (withDemo || !found.demo) ? permissionsOf(found.roles) : undefined
  }
}

function mayOf({ roles, only }: OperatorToken): ReadonlySet<Permission> {
  if (only) return new Set([only])
  return roles ? permissionsOf(roles) : permissionsWithoutRoles
}

/** Finds the entry of OPERATORS with a token. Every hash is compared, in constant time. */
function configuredOperators(tokens: readonly OperatorToken[]): (token: string) => Operator | undefined {
  const operators = tokens.map((token) => ({
    hash: Buffer.from(token.hash, 'hex'),
    operator: {
      name: token.name,
      may: mayOf(token),
      kind: 'configured' as const,
      roles: token.roles ?? [],
      seesNumbers: true,
    },
  }))
  return (token) => {
    const given = createHash('sha256').update(token).digest()
    let found: Operator | undefined
    for (const { hash, operator } of operators) if (timingSafeEqual(hash, given)) found = operator
    return found
  }
}
