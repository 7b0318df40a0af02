import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { operatorStaffChanges as changes } from '@nare/contract/operator-staff-changes'
import { sandbox } from '@nare/contract/sandbox'
import { runStaffCommand } from '../../../staff-command.ts'
import { readConfig } from '../../../config.ts'
import { testApp, type TestApp } from '#testing/app'
import { codeOf, enrolBy as enrolByOf, openConsole, type Console } from '#testing/console-client'

const reason = 'agreed with the house'

let nare: TestApp
let asha: Console
let juma: Console
beforeAll(async () => {
  nare = await testApp()
  await nare.app.staff.demo.open()
  asha = openConsole(nare)
  juma = openConsole(nare)
})
afterAll(() => nare.close())

const advance = (seconds: number) => nare.call(sandbox.clock, { advance_s: seconds })

/** Logs both admins in and confirms that they sit there. */
async function admins(): Promise<void> {
  for (const [browser, name] of [
    [asha, 'asha'],
    [juma, 'juma'],
  ] as const) {
    expect((await browser.login(name)).status).toBe(200)
    await browser.send(calls.confirmPerson, { code: await browser.code(name) })
  }
}

const machine = (action: string, name: string, roles: ('admin' | 'trader' | 'support' | 'finance')[] = []) =>
  runStaffCommand({
    config: readConfig({ SANDBOX: 'on', ARGON2_MEMORY_KIB: '1024' }),
    db: nare.app.db,
    action,
    name,
    roles,
  })

/** Adds a person on the machine and enrols by password and code. */
async function enrolled(name: string, roles: Parameters<typeof machine>[2]) {
  const link = (await machine('add', name, roles))?.lines[1] ?? ''
  return { link, ...(await enrolBy(link.split('#')[1] ?? '')) }
}

const enrolBy = (token: string, password?: string) => enrolByOf(nare, token, password)

test('a change of roles, tokens or people needs that the person has confirmed in the last ten minutes', async () => {
  await asha.login('asha')
  const change = () => asha.send(changes.changeStaff, { name: 'baraka', roles: ['trader', 'finance'], reason })
  expect(await change()).toMatchObject({ status: 403, body: { code: 'confirm_first' } })
  await asha.send(calls.confirmPerson, { code: await asha.code('asha') })
  const proposed = await change()
  expect(proposed).toMatchObject({ status: 202, body: { state: 'waiting' } })
  await advance(11 * 60)
  expect(await asha.send(changes.makeToken, { name: 'files', roles: ['export.read'], days: 3, reason })).toMatchObject({
    status: 403,
    body: { code: 'confirm_first' },
  })
  const { proposal_id: id = '' } = proposed.body as { proposal_id?: string }
  await asha.send(operatorProposals.takeBackProposal, { id, reason })
})

test('roles change when a second admin confirms, from the next call in every process', async () => {
  const other = await testApp({}, { base: nare.base })
  try {
    await admins()
    const baraka = openConsole(nare)
    await baraka.login('baraka')
    const there = openConsole(other)
    const seen = () => there.send(operator.audit, {}, { cookie: baraka.cookie() })
    expect(await seen()).toMatchObject({ status: 403 })
    const change = { name: 'baraka', roles: ['trader', 'finance'] as const, reason }
    const wanted = { ...change, roles: [...change.roles] }
    expect(await asha.send(changes.changeStaff, wanted)).toMatchObject({ status: 202 })
    expect(await asha.send(changes.changeStaff, wanted)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await seen()).toMatchObject({ status: 403 })
    expect(await juma.send(changes.changeStaff, wanted)).toMatchObject({
      status: 200,
      body: { name: 'baraka', roles: ['trader', 'finance'] },
    })
    expect(await seen()).toMatchObject({ status: 200 })
    await juma.send(changes.changeStaff, { ...wanted, roles: ['trader'] })
    expect(await asha.send(changes.changeStaff, { ...wanted, roles: ['trader'] })).toMatchObject({ status: 200 })
    expect(await seen()).toMatchObject({ status: 403 })
  } finally {
    await other.close()
  }
})

test('one admin suspends alone, which ends the sessions at once; only two lift it', async () => {
  await admins()
  const dalili = openConsole(nare)
  await dalili.login('dalili')
  expect(await asha.send(changes.changeStaff, { name: 'dalili', state: 'suspended', reason })).toMatchObject({
    status: 200,
    body: { state: 'suspended' },
  })
  expect(await dalili.send(calls.me, {})).toMatchObject({ status: 401, body: { code: 'session_expired' } })
  expect(await dalili.login('dalili')).toMatchObject({ status: 422, body: { code: 'login_failed' } })
  const lift = { name: 'dalili', state: 'active' as const, reason }
  expect(await asha.send(changes.changeStaff, lift)).toMatchObject({ status: 202 })
  expect(await juma.send(changes.changeStaff, lift)).toMatchObject({ status: 200 })
  expect(await dalili.send(calls.me, {})).toMatchObject({ status: 401 })
  expect(await dalili.login('dalili')).toMatchObject({ status: 200 })
})

test('one admin alone shuts out neither of the last two, not even at once, nor himself', async () => {
  await admins()
  await enrolled('nia', ['admin'])
  const suspend = (by: Console, name: string) => by.send(changes.changeStaff, { name, state: 'suspended', reason })
  const answers = await Promise.all([suspend(asha, 'nia'), suspend(asha, 'juma')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 202])
  const waiting = answers.find(({ status }) => status === 202)?.body as { proposal_id?: string }
  await asha.send(operatorProposals.takeBackProposal, { id: waiting.proposal_id ?? '', reason })
  await machine('suspend', 'nia')
  await machine('resume', 'juma')
  await admins()
  const self = await suspend(asha, 'asha')
  expect(self).toMatchObject({ status: 202 })
  const { proposal_id: id = '' } = self.body as { proposal_id?: string }
  await asha.send(operatorProposals.takeBackProposal, { id, reason })
  expect(await suspend(juma, 'asha')).toMatchObject({ status: 202 })
  expect(await suspend(juma, 'asha')).toMatchObject({ status: 403 })
  expect(await asha.send(calls.me, {})).toMatchObject({ status: 200 })
  const other = (await asha.send(operatorProposals.proposals, { state: 'waiting' })).body.data[0]?.proposal_id ?? ''
  await asha.send(operatorProposals.refuseProposal, { id: other, reason })
  expect(await suspend(juma, 'baraka')).toMatchObject({ status: 200 })
  await machine('resume', 'baraka')
})

test('admins who may be one human count as one where a suspension leaves the last', async () => {
  await admins()
  const add = { name: 'pendo', roles: ['admin' as const], reason }
  await asha.send(changes.addStaff, add)
  const { enrol_url: url = '' } = (await juma.send(changes.addStaff, add)).body as { enrol_url?: string }
  expect((await enrolBy(url.split('#')[1] ?? '')).reply.status).toBe(200)
  const suspend = { name: 'asha', state: 'suspended' as const, reason }
  expect(await juma.send(changes.changeStaff, suspend)).toMatchObject({ status: 202 })
  const [waiting] = (await juma.send(operatorProposals.proposals, { state: 'waiting' })).body.data
  await juma.send(operatorProposals.takeBackProposal, { id: waiting?.proposal_id ?? '', reason })
  await machine('suspend', 'pendo')
})

test('a person is added by two admins, enrols once, and logs in with a recovery code once', async () => {
  await admins()
  const add = { name: 'wanjiru', roles: ['finance' as const], reason }
  expect(await asha.send(changes.addStaff, add)).toMatchObject({ status: 202 })
  const added = await juma.send(changes.addStaff, add)
  const { enrol_url: url = '' } = added.body as { enrol_url?: string }
  expect(url).toMatch(/\/console\/enrol#[\w-]{43}$/)
  expect(await juma.send(changes.addStaff, add)).toMatchObject({ status: 403 })
  const { browser, reply, token } = await enrolBy(url.split('#')[1] ?? '')
  expect(reply).toMatchObject({ status: 200, body: { person: { name: 'wanjiru', roles: ['finance'] } } })
  expect(await browser.send(calls.me, {})).toMatchObject({ status: 200 })
  expect(await browser.send(calls.enrolment, { link: token })).toMatchObject({ status: 404 })
  const codes = reply.body.recovery_codes
  expect(new Set(codes).size).toBe(10)
  const login = (code: string) => browser.send(calls.login, { name: 'Wanjiru ', password: 'Salama kabisa 7', code })
  expect(await login(codes[0] ?? '')).toMatchObject({ status: 200 })
  expect(await login(codes[0] ?? '')).toMatchObject({ status: 422 })
  expect(await login((codes[1] ?? '').toUpperCase().replaceAll('-', ' '))).toMatchObject({ status: 200 })
  expect((await asha.send(calls.staff, {})).body.data).toContainEqual(
    expect.objectContaining({ name: 'wanjiru', methods: ['code'], recovery_codes: 8, state: 'active' }),
  )
})

test('an enrolment link that is late, replaced or used at the same time enrols nobody', async () => {
  const late = (await machine('add', 'late', ['support']))?.lines[1]?.split('#')[1] ?? ''
  await advance(61 * 60)
  const browser = openConsole(nare)
  expect(await browser.send(calls.enrolment, { link: late })).toMatchObject({ status: 404 })
  const [first = '', second = ''] = await Promise.all(
    [1, 2].map(async () => (await machine('reset', 'late'))?.lines[1]?.split('#')[1] ?? ''),
  )
  const answers = await Promise.all([first, second].map((token) => browser.send(calls.enrolment, { link: token })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const token = answers[0]?.status === 200 ? first : second
  const secret = answers.find(({ status }) => status === 200)?.body.secret ?? ''
  const code = codeOf(secret, nare.app.clock.now())
  expect(await browser.send(calls.enrol, { link: token, password: 'password', code })).toMatchObject({
    status: 422,
    body: { code: 'weak_password' },
  })
  expect(await browser.send(calls.enrol, { link: token, password: 'Salama kabisa 7', code: '000000' })).toMatchObject({
    status: 422,
    body: { code: 'wrong_code' },
  })
  const both = await Promise.all(
    [1, 2].map(() => openConsole(nare).send(calls.enrol, { link: token, password: 'Salama kabisa 7', code })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('brute force does not lock the founder out: a reset on the machine ends it, with the old sessions', async () => {
  const { browser, reply, password, secret } = await enrolled('founder', ['admin'])
  expect(reply.status).toBe(200)
  for (let n = 0; n < 11; n++)
    await browser.send(calls.login, { name: 'founder', password: `guess ${n}`, code: '000000' })
  await advance(30)
  const login = (code: string, secretPassword = password) =>
    openConsole(nare).send(calls.login, { name: 'founder', password: secretPassword, code })
  expect(await login(codeOf(secret, nare.app.clock.now()))).toMatchObject({ status: 422 })
  const link = (await machine('reset', 'founder'))?.lines[1]?.split('#')[1] ?? ''
  expect(await browser.send(calls.me, {})).toMatchObject({ status: 401 })
  const again = await enrolBy(link, 'Nyingine tena 8')
  expect(again.reply.status).toBe(200)
  await advance(30)
  expect(await login(codeOf(secret, nare.app.clock.now()))).toMatchObject({ status: 422 })
  expect(await login(codeOf(again.secret, nare.app.clock.now()), again.password)).toMatchObject({ status: 200 })
  expect((await machine('list', ''))?.lines.join('\n')).toMatch(/founder +active +admin; code; last seen/)
  expect(await machine('reset', 'nobody')).toMatchObject({ ok: false })
})

test('a person who has declared his betting account never acts on it', async () => {
  const bettor = await nare.bettor()
  const chebet = openConsole(nare)
  await chebet.login('chebet')
  const declare = (account: string) => chebet.send(calls.declareAccount, { account })
  expect(await declare('999999')).toMatchObject({ status: 404 })
  expect(await declare(bettor.id.toString())).toMatchObject({ status: 200, body: { bettor_id: bettor.id.toString() } })
  expect(await declare(bettor.id.toString())).toMatchObject({ status: 403 })
  await admins()
  const dalili = openConsole(nare)
  await dalili.login('dalili')
  await dalili.send(calls.declareAccount, { account: bettor.id.toString() })
  const want = (browser: Console) => browser.send(operator.wantIdentity, { id: bettor.id.toString(), reason })
  expect(await want(dalili)).toMatchObject({ status: 403, body: { code: 'own_account' } })
  expect(await want(asha)).toMatchObject({ status: 200 })
})

test('an admin ends the sessions of a person, one or all', async () => {
  await admins()
  const [one, two] = [openConsole(nare), openConsole(nare)]
  await one.login('hawa')
  await two.login('hawa')
  const listed = (await asha.send(calls.staffSessions, { name: 'hawa' })).body.data
  expect(listed).toHaveLength(2)
  expect(
    await asha.send(changes.endSessions, { name: 'hawa', session_id: listed[0]?.session_id, reason }),
  ).toMatchObject({
    body: { ended: 1 },
  })
  expect([(await one.send(calls.me, {})).status, (await two.send(calls.me, {})).status]).toEqual([200, 401])
  expect(await asha.send(changes.endSessions, { name: 'hawa', reason })).toMatchObject({ body: { ended: 1 } })
  expect(await one.send(calls.me, {})).toMatchObject({ status: 401 })
})

test('no entry of OPERATORS has the name of a person, and production has no demo people', async () => {
  await enrolled('kamau', ['trader'])
  const hash = createHash('sha256').update('a token').digest('hex')
  await expect(testApp({ OPERATORS: `kamau:trader:${hash}` }, { base: nare.base })).rejects.toThrow(
    /OPERATORS: kamau is the name/,
  )
  const config = readConfig({ SANDBOX: 'on' })
  const { openStaff } = await import('./staff.ts')
  const { db, clock, identity } = nare.app
  const bus = { publish: () => undefined, subscribe: () => undefined } as never
  const opening = openStaff({ config: { ...config, production: true }, db, clock, bus, identity, publicUrl: '' })
  await expect(opening).rejects.toThrow(/demo people \(asha, .*npm run staff -- remove-demo/)
})
