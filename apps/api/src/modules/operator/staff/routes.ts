import type { operatorStaff } from '@nare/contract/operator-staff'
import { done, refused } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { permissionsOf, type Permission, type Role } from '@nare/contract/permissions'
import type { Handlers } from '#platform/calls'
import type { ConsoleBrowser, Operator } from '#platform/call'
import type { Staff } from './staff.ts'

/** The calls about people: logins, enrolment, the own session, and lists. */
export function staffRoutes(staff: Staff): Handlers<typeof operatorStaff> {
  const { logins, enrolment, people } = staff

  /** Puts the token of a new session into the cookie, and ends the session that was there before. */
  async function enter(browser: ConsoleBrowser, token: string): Promise<void> {
    if (browser.session !== undefined) {
      await staff.endOwnSession(browser.session)
      staff.changed()
    }
    browser.keep(token)
  }

  return {
    async login(given, { browser, address }) {
      const { site } = browser
      if (!site.ok) return site
      const opened = await logins.login(given, address)
      if (!opened.ok) return opened
      await enter(browser, opened.value.token)
      return done({ person: personOf(opened.value.person) })
    },

    async passkeyOptions({ name }, { browser: { site } }) {
      return site.ok ? done({ ...(await logins.passkeyOptions(name, site.value)) }) : site
    },

    async passkeyLogin(given, { browser, address }) {
      const { site } = browser
      if (!site.ok) return site
      const opened = await logins.loginByPasskey(given, address, site.value)
      if (!opened.ok) return opened
      await enter(browser, opened.value.token)
      return done({ person: personOf(opened.value.person) })
    },

    enrolment: async ({ link }, { browser: { site } }) => (site.ok ? enrolment.show(link, site.value) : site),

    async enrol(given, { browser, address }) {
      if (!browser.site.ok) return browser.site
      const enrolled = await enrolment.byPassword(given, address)
      if (!enrolled.ok) return enrolled
      await enter(browser, enrolled.value.token)
      return done({ person: personOf(enrolled.value.person), recovery_codes: enrolled.value.recoveryCodes })
    },

    async enrolPasskey(given, { browser, address }) {
      const { site } = browser
      if (!site.ok) return site
      const enrolled = await enrolment.byPasskey(given, { address, site: site.value })
      if (!enrolled.ok) return enrolled
      await enter(browser, enrolled.value.token)
      return done({ person: personOf(enrolled.value.person), recovery_codes: enrolled.value.recoveryCodes })
    },

    async logout(_, { browser, by }) {
      if (by.kind === 'person' && browser.session !== undefined) {
        await staff.endOwnSession(browser.session)
        browser.drop()
        staff.changed()
      }
      return done({ state: 'ended' as const })
    },

    async visit(_, { browser: { site, session } }) {
      if (!site.ok) return site
      const by = session === undefined ? undefined : await staff.seenPerson(session)
      return done(by ? { me: meOf(by) } : {})
    },

    me: async (_, { by }) => done(meOf(by)),

    async confirmPerson({ code, response }, { browser, by, address }) {
      const { site, session } = browser
      if (by.kind !== 'person' || session === undefined)
        return refused('login_failed', undefined, 'Only a person with a session confirms')
      if (!site.ok) return site
      return logins.confirm({ name: by.name, session }, { code, response }, { address, site: site.value })
    },

    async declareAccount({ account }, { by }) {
      if (by.kind !== 'person') return refused('not_found', undefined, 'Only a person with a session has an account')
      const bettor = await staff.bettorOf(account)
      if (bettor === undefined) return refused('not_found', undefined, 'Nobody has this betting account')
      return staff.change((tx) => people.declareAccount(tx, { name: by.name, bettor }))
    },

    async staff() {
      const rows = await staff.list()
      return done({
        data: rows.map(({ name, roles, state, hasCode, hasPasskey, lastSeenAt, sessions, bettor, ...row }) => ({
          name,
          roles: [...roles],
          state,
          methods: [...(hasCode ? (['code'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : [])],
          last_seen_at: lastSeenAt?.toISOString() ?? null,
          sessions,
          bettor_id: bettor?.toString() ?? null,
          recovery_codes: row.recoveryCodes,
          link_to: row.linkTo,
          vouched_by: row.vouchedBy,
        })),
      })
    },

    async staffSessions({ name }) {
      if (!(await staff.exists(name))) return refused('not_found')
      const rows = await staff.sessions(name)
      return done({
        data: rows.map(({ id, createdAt, pressedAt, method, address }) => ({
          session_id: id.toString(),
          created_at: createdAt.toISOString(),
          last_seen_at: pressedAt.toISOString(),
          method,
          address,
        })),
      })
    },

    async tokens() {
      const rows = await staff.tokens()
      return done({
        data: rows.map(({ id, name, creator, roles, createdAt, expiresAt, endedAt }) => ({
          id: id.toString(),
          name,
          creator,
          roles: [...roles],
          created_at: createdAt.toISOString(),
          expires_at: expiresAt.toISOString(),
          ended_at: endedAt?.toISOString() ?? null,
        })),
      })
    },
  }
}

function meOf({ name, may, roles, session, confirmedUntil }: Operator): Answer<typeof operatorStaff.me> {
  return {
    person: { name, roles: [...roles], permissions: [...may] },
    session: session
      ? {
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
          confirmed_until: confirmedUntil === undefined ? null : new Date(confirmedUntil).toISOString(),
        }
      : null,
  }
}

function personOf({ name, roles }: { name: string; roles: readonly Role[] }) {
  const permissions: Permission[] = [...permissionsOf(roles)]
  return { name, roles: [...roles], permissions }
}
