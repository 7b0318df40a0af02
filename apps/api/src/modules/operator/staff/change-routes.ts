import type { operatorStaffChanges } from '@nare/contract/operator-staff-changes'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { invariant } from '#platform/invariant'
import { noPerson } from './people.ts'
import type { Staff } from './staff.ts'

const noAccount = refused('not_found', undefined, 'Nobody has this betting account')

/** The calls that change people and tokens. */
export function staffChangeRoutes(staff: Staff): Handlers<typeof operatorStaffChanges> {
  const { people } = staff

  /** The betting account that a call declares: undefined if it names none, null to remove one. */
  async function accountOf(account: string | null | undefined) {
    if (account === undefined || account === null) return done(account)
    const bettor = await staff.bettorOf(account)
    return bettor === undefined ? noAccount : done(bettor)
  }

  return {
    addStaff: {
      async read(tx, { name, account }) {
        const bettor = await accountOf(account)
        if (!bettor.ok) return bettor
        const known = await people.known(tx, name)
        if (known) return refused('not_allowed', undefined, known)
        return done({ facts: { exists: false } })
      },
      // The link goes to whoever confirms.
      async work(tx, { name, roles, account }, { operator: linkTo }) {
        const bettor = await accountOf(account)
        return bettor.ok ? people.add(tx, { name, roles, bettor: bettor.value ?? undefined, linkTo }) : bettor
      },
    },

    changeStaff: {
      async read(tx, { name, roles, state, reset, account }) {
        const bettor = await accountOf(account)
        if (!bettor.ok) return bettor
        const facts = await people.facts(tx, name)
        if (!facts) return refused('not_found')
        const isProtective = roles === undefined && reset !== true && account === undefined && state !== 'active'
        const isAlone = isProtective && !(state === 'suspended' && (await people.leavesTooFewAdmins(tx, name)))
        return done({ facts, needed: !isAlone })
      },
      async work(tx, { name, roles, state, reset, account }, { operator: linkTo }) {
        const bettor = await accountOf(account)
        return bettor.ok ? people.change(tx, { name, roles, state, reset, bettor: bettor.value, linkTo }) : bettor
      },
      after: () => staff.changed(),
    },

    enrolAgain: {
      read: (tx, { name }) => people.linkBasis(tx, name),
      work: (tx, { name }, { operator: linkTo }) => people.linkAgain(tx, { name, linkTo }),
    },

    vouch: ({ name }, { operator: by }) => staff.change((tx) => people.vouch(tx, { name, by })),

    endSessions: ({ name, session_id: session }) => staff.change((tx) => people.endSessions(tx, { name, session })),

    makeToken: {
      // The secret is shown to whoever asks for it; the second person, who lets it live, never has it.
      prepare() {
        const { token, hash } = people.newToken()
        return { kept: { token_hash: hash }, shown: { token } }
      },
      async read(tx, { roles }, { by, operator, proposer }) {
        if (proposer !== undefined) return done({ facts: { creator: proposer } })
        if (by.kind !== 'person') return refused('not_allowed', undefined, noPerson)
        const may = await people.mayHaveToken(tx, { creator: operator, roles })
        return may.ok ? done({ facts: { creator: operator } }) : may
      },
      async work(tx, { name, roles, days }, { proposer, kept }) {
        const hash = kept?.['token_hash']
        invariant(proposer !== undefined && typeof hash === 'string', 'a second person confirms a token')
        return people.makeToken(tx, { creator: proposer, name, roles, days, hash })
      },
    },

    endToken: ({ id }) => staff.change((tx) => people.endToken(tx, id)),
  }
}
