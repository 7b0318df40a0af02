import { done, refused } from '@nare/contract/outcome'
import { permissionsOf, type Permission, type Role } from '@nare/contract/permissions'
import type { Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import { random } from '#platform/random'
import { failProposalsOf, failProposalsOfToken } from '../proposal-store.ts'
import type { Enrolment } from './enrolment.ts'
import { tokenHashOf } from './logins.ts'
import * as store from './people-store.ts'
import { eyesOf } from './eyes.ts'
import { endSessions } from './session-store.ts'
import * as tokenStore from './token-store.ts'
import type { TokenRole } from './token-store.ts'

type PeopleDeps = {
  readonly enrolment: Enrolment
  /** The names in OPERATORS, which no person may have. */
  readonly configured: readonly string[]
}

export type NewPerson = {
  readonly name: string
  readonly roles: readonly Role[]
  readonly bettor?: bigint | undefined
  /** Who receives the link to enrol; nobody for the command on the machine. */
  readonly linkTo?: string | undefined
}
export type PersonChange = {
  readonly name: string
  readonly roles?: readonly Role[] | undefined
  readonly state?: 'active' | 'suspended' | undefined
  readonly reset?: boolean | undefined
  /** The person's own betting account; null for none. */
  readonly bettor?: bigint | null | undefined
  /** Who receives the link of a reset; nobody for the command on the machine. */
  readonly linkTo?: string | undefined
}

type NewToken = {
  readonly creator: string
  readonly name: string
  readonly roles: readonly TokenRole[]
  readonly days: number
  /** The SHA-256 of the token, in hexadecimal digits. */
  readonly hash: string
}

/** How many admins, each with eyes of his own, a suspension by one person leaves: two can undo what one of them does. */
const adminsMin = 2

export const noPerson = 'A token belongs to a person'
const ownVoucher =
  'Somebody else vouches: neither the person nor whoever received the link, nor anybody for whom they received one'

/** The permissions of what a token holds: roles, or the one permission export.read. */
export const permissionsOfToken = (held: readonly TokenRole[]): ReadonlySet<Permission> =>
  held.length === 1 && held[0] === 'export.read'
    ? new Set(['export.read'])
    : permissionsOf(held.filter((one) => one !== 'export.read'))

/** Whether somebody with these roles may hold a token with those. */
const mayHold = (roles: readonly Role[], held: readonly TokenRole[]): boolean =>
  held.every((one) =>
    one === 'export.read' ? permissionsOf(roles).has(one) : roles.includes('admin') || roles.includes(one),
  )

/**
 * The changes of people and tokens, each inside a transaction of its caller. What a person may no longer do ends in the same transaction:
 * sessions of the suspended, and tokens with roles that their creator has lost. A suspension and a reset end everything that the person has
 * under way, tokens and proposals included: whoever had the password or the phone may have made them.
 */
export function openPeople({ enrolment, configured }: PeopleDeps) {
  async function endToken(tx: Tx, id: string): Promise<boolean> {
    const isEnded = await tokenStore.endToken(tx, id)
    if (isEnded) await failProposalsOfToken(tx, id)
    return isEnded
  }

  async function endLostTokens(tx: Tx, { name, roles, all }: Pick<store.Person, 'name' | 'roles'> & { all: boolean }) {
    for (const { id, roles: held } of await tokenStore.liveTokensOf(tx, name))
      if (all || !mayHold(roles, held)) await endToken(tx, id.toString())
  }

  return {
    /** Why nobody can be added under a name; undefined if the name is free. */
    async known(tx: Tx, name: string): Promise<string | undefined> {
      if (configured.includes(name)) return 'An entry of OPERATORS has this name'
      return (await store.lockPerson(tx, name)) ? 'Somebody has this name' : undefined
    },

    /** Adds a person. Returns the link to enrol. Refused if somebody, or an entry of OPERATORS, has the name. */
    async add(tx: Tx, { name, roles, bettor, linkTo }: NewPerson) {
      const known = await this.known(tx, name)
      if (known !== undefined || !(await store.insertPerson(tx, { name, roles, bettor: bettor ?? null })))
        return refused('not_allowed', undefined, known ?? 'Somebody has this name')
      await store.setLinkTo(tx, name, linkTo ?? null)
      return done({ enrol_url: await enrolment.linkFor(tx, name) })
    },

    /** What a change of a person rests on; undefined if nobody has the name. */
    async facts(tx: Tx, name: string) {
      const person = await store.lockPerson(tx, name)
      return (
        person && {
          roles: [...person.roles],
          state: person.state,
          account: person.bettor?.toString() ?? null,
          link_to: person.linkTo,
        }
      )
    },

    /**
     * Whether the suspension of a person leaves fewer than two admins who are two people, so that one admin alone could shut out the others.
     * Example: of asha, juma and nia one suspends another at once; the next suspension among the two who are left needs both.
     */
    async leavesTooFewAdmins(tx: Tx, name: string): Promise<boolean> {
      const admins = await store.lockAdmins(tx)
      if (!admins.includes(name)) return false
      const firsts = new Set<string | undefined>()
      for (const left of admins) if (left !== name) firsts.add((await eyesOf(tx, left))[0])
      return firsts.size < adminsMin
    },

    /** What a new link for a person rests on. Refused for somebody who has something to log in with. */
    async linkBasis(tx: Tx, name: string) {
      const facts = await this.facts(tx, name)
      if (!facts) return refused('not_found')
      if (await store.hasCredentials(tx, name))
        return refused('not_allowed', undefined, 'This person has enrolled. Reset what the person logs in with first')
      return done({ facts })
    },

    /** Makes a new link for a person who has nothing to log in with, and keeps who receives it. */
    async linkAgain(tx: Tx, { name, linkTo }: { name: string; linkTo: string }) {
      const basis = await this.linkBasis(tx, name)
      if (!basis.ok) return basis
      await store.setLinkTo(tx, name, linkTo)
      return done({ enrol_url: await enrolment.linkFor(tx, name) })
    },

    /**
     * Keeps that `by` has vouched for a person who has enrolled: the person is not whoever received the link. Refused for the receiver, for
     * the person, and for everybody who counts as one with them.
     */
    async vouch(tx: Tx, { name, by }: { name: string; by: string }) {
      const person = await store.lockPerson(tx, name)
      if (!person) return refused('not_found')
      await lockName(tx, 'operator', 'staff links')
      if (person.linkTo === null) return refused('not_allowed', undefined, 'Nobody received the link of this person')
      if (person.vouchedBy !== null) return refused('not_allowed', undefined, 'This person is vouched for already')
      if ((await eyesOf(tx, name)).includes(by)) return refused('not_allowed', undefined, ownVoucher)
      if (!(await store.hasCredentials(tx, name)))
        return refused('not_allowed', undefined, 'This person has not enrolled yet')
      await store.setVouched(tx, name, by)
      return done({ name, vouched_by: by })
    },

    /** Changes a person's roles, state and betting account, or makes a new link in place of what the person logs in with. */
    async change(tx: Tx, { name, roles, state, reset, bettor, linkTo }: PersonChange) {
      const before = await store.lockPerson(tx, name)
      if (!before) return refused('not_found')
      const after = {
        name,
        bettor: bettor === undefined ? before.bettor : bettor,
        roles: roles ?? before.roles,
        state: state ?? before.state,
      }
      await store.updatePerson(tx, after)
      const isShutOut = after.state === 'suspended' || reset === true
      if (isShutOut) {
        await endSessions(tx, name)
        await failProposalsOf(tx, name, { but: `staff ${name}` })
      }
      await endLostTokens(tx, { ...after, all: isShutOut })
      if (reset) await store.setLinkTo(tx, name, linkTo ?? null)
      const enrolUrl = reset ? await enrolment.reset(tx, name) : undefined
      return done({
        name,
        roles: [...after.roles],
        state: after.state,
        ...(enrolUrl !== undefined && { enrol_url: enrolUrl }),
      })
    },

    /** Declares a person's own betting account, if none is declared yet. */
    async declareAccount(tx: Tx, { name, bettor }: { name: string; bettor: bigint }) {
      const before = await store.lockPerson(tx, name)
      if (!before || before.bettor !== null)
        return refused('not_allowed', undefined, 'Your account is declared already. An admin can change it')
      await store.updatePerson(tx, { ...before, bettor })
      return done({ bettor_id: bettor.toString() })
    },

    /** A new token with its hash. Only its hash is stored. */
    newToken(): { token: string; hash: string } {
      const token = `nare_${random.token(32)}`
      return { token, hash: tokenHashOf(token).toString('hex') }
    },

    /** Whether somebody may have a token with these roles: an active person who has them. */
    async mayHaveToken(tx: Tx, given: { creator: string; roles: readonly TokenRole[] }) {
      const creator = await store.lockPerson(tx, given.creator)
      if (creator?.state !== 'active') return refused('not_allowed', undefined, noPerson)
      if (given.roles.includes('export.read') && given.roles.length > 1)
        return refused('not_allowed', undefined, 'export.read stands alone')
      return mayHold(creator.roles, given.roles) ? done(undefined) : refused('not_allowed')
    },

    /** Lets a token live from now on. It belongs to its creator, who must have its roles. */
    async makeToken(tx: Tx, { hash, ...given }: NewToken) {
      const may = await this.mayHaveToken(tx, given)
      if (!may.ok) return may
      const id = await tokenStore.insertToken(tx, { ...given, tokenHash: Buffer.from(hash, 'hex') })
      return done({ id: id.toString() })
    },

    /** Ends a token, with what was proposed with it and still waits. */
    endToken: async (tx: Tx, id: string) =>
      (await endToken(tx, id)) ? done({ state: 'ended' as const }) : refused('not_found'),

    /** Ends a person's sessions, or one of them. */
    async endSessions(tx: Tx, { name, session }: { name: string; session?: string | undefined }) {
      if (!(await store.lockPerson(tx, name))) return refused('not_found')
      return done({ ended: await endSessions(tx, name, session) })
    },
  }
}

export type People = ReturnType<typeof openPeople>
