import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { operatorStaffChanges } from '@nare/contract/operator-staff-changes'
import { sandbox } from '@nare/contract/sandbox'
import type { TestApp } from '#testing/app'

const host = 'console.test'

/** The code that an app with this secret shows. */
export const codeOf = (secret: string, nowMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })

type Sending = {
  readonly cookie?: string | undefined
  /** Headers in place of those that a browser sends from a page of the console; null for none. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The network address of the caller. */
  readonly from?: string
}

/** A browser at the console: it sends the headers of our own pages and keeps the cookie. */
export function openConsole({ app, call: plain }: TestApp) {
  let cookie: string | undefined

  async function send<R extends Route>(route: R, input: Sent<R>, { headers = {}, from, ...given }: Sending = {}) {
    const { url, rest } = address(route, input as Record<string, unknown>)
    const sent = 'cookie' in given ? given.cookie : cookie
    const own = {
      host,
      origin: route.method === 'GET' ? null : `http://${host}`,
      'sec-fetch-site': 'same-origin',
      cookie: sent === undefined ? null : `nare_staff=${sent}`,
      ...headers,
    }
    const reply = await app.app.inject({
      method: route.method,
      url,
      headers: Object.fromEntries(
        Object.entries(own).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      ),
      ...(from !== undefined && { remoteAddress: from }),
      ...(route.method !== 'GET' && { payload: rest }),
    })
    const set = String(reply.headers['set-cookie'] ?? '')
    const value = /^nare_staff=([^;]*)/.exec(set)?.[1]
    if (value !== undefined) cookie = value === '' ? undefined : value
    return {
      status: reply.statusCode,
      body: reply.json<Answer<R> & { code?: string }>(),
      set,
      text: reply.payload.replace(/"ref":"[^"]*"/, ''),
    }
  }

  return {
    send,
    cookie: () => cookie,
    /** A code of a demo person that was never used. */
    code: async (name: string) => (await plain(sandbox.staffCode, { name })).body.code,
    /** Logs in a demo person. */
    async login(name: string, sending: Sending & { password?: string; code?: string } = {}) {
      const { password = 'karibu-console', code = await this.code(name), ...rest } = sending
      return send(calls.login, { name, password, code }, rest)
    },
  }
}

/** A demo person at the console who has just confirmed who sits there. */
export async function seated(nare: TestApp, name: string): Promise<Console> {
  const browser = openConsole(nare)
  await browser.login(name)
  await browser.send(calls.confirmPerson, { code: await browser.code(name) })
  return browser
}

/** Enrols by the token of a link, with a password and codes, and confirms who sits there. */
export async function enrolBy(nare: TestApp, link: string, password = 'Salama kabisa 7') {
  const browser = openConsole(nare)
  const { body } = await browser.send(calls.enrolment, { link })
  const code = codeOf(body.secret, nare.app.clock.now())
  const reply = await browser.send(calls.enrol, { link, password, code })
  return { browser, reply, secret: body.secret, password, token: link }
}

/** A token that one admin asks for and another confirms. */
export async function tokenBy(
  by: Console,
  confirmedBy: Console,
  given: Omit<Sent<typeof operatorStaffChanges.makeToken>, 'reason'>,
) {
  const wanted = { ...given, reason: 'agreed with the house' }
  const asked = await by.send(operatorStaffChanges.makeToken, wanted)
  expect(asked).toMatchObject({ status: 202, body: { token: expect.stringMatching(/^nare_/) } })
  const confirmed = await confirmedBy.send(operatorStaffChanges.makeToken, wanted)
  expect(confirmed).toMatchObject({ status: 200, body: { id: expect.any(String) } })
  expect(confirmed.text).not.toContain('nare_')
  return { token: String((asked.body as { token?: string }).token), id: String((confirmed.body as { id?: string }).id) }
}

export type Console = ReturnType<typeof openConsole>
