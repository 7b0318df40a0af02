import type { Role } from '@nare/contract/permissions'
import type { Config } from './config.ts'
import { openStaffChanges, withLine } from './modules/operator/operator.ts'
import { offsetInDatabase, openClock } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import { withDatabase } from './platform/reach.ts'

export const usage = `npm run staff -- add <name> --roles admin[,..]   adds a person and prints a link to enrol, valid an hour
npm run staff -- list                           the people, their roles and how they log in
npm run staff -- suspend <name>                 ends the sessions and tokens of a person, who logs in no more
npm run staff -- resume <name>                  ends a suspension
npm run staff -- reset <name>                   removes password, codes and passkeys, and prints a new link: a lost phone
npm run staff -- remove-demo                    removes the sandbox's demo people`

type Command = { readonly action: string; readonly name: string; readonly roles: readonly Role[] }
type Done = { readonly ok: boolean; readonly lines: readonly string[] }

/**
 * Runs a command about the house's people with the configured database, whether or not the server is running. Whoever has the machine needs
 * no second person, so the founder gets in again whatever happens to his phone. Undefined for a command that does not exist.
 */
export const staffCommand = ({
  config,
  ...command
}: Command & { readonly config: Config }): Promise<Done | undefined> =>
  withDatabase(config, ({ db }) => runStaffCommand({ config, db, ...command }))

/** The same with an open database. */
export async function runStaffCommand({
  config,
  db,
  action,
  name,
  roles,
}: Command & { readonly config: Config; readonly db: Db }): Promise<Done | undefined> {
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const clock = await openClock(offsetInDatabase(db))
  const { people, list, removeDemo } = await openStaffChanges({ config, db, clock, publicUrl })
  const line = { operator: 'machine', action: `staff.${action}`, subject: `staff ${name}`, reason: 'npm run staff' }
  const change = (given: Omit<Parameters<typeof people.change>[1], 'name'>) =>
    withLine(db, { ...line, facts: {} }, (tx) => people.change(tx, { name, ...given }))

  if (action === 'list') return { ok: true, lines: (await list()).map(lineOf) }
  if (action === 'remove-demo') {
    const removed = await removeDemo()
    return { ok: true, lines: [removed.length === 0 ? 'There are no demo people' : `Removed: ${removed.join(', ')}`] }
  }
  if (!/^[a-z][a-z0-9._-]{0,39}$/.test(name)) return undefined
  if (action === 'add') {
    if (roles.length === 0) return undefined
    const facts = { roles: [...roles] }
    const added = await withLine(db, { ...line, facts }, (tx) => people.add(tx, { name, roles }))
    return added.ok ? linkLines(name, added.value.enrol_url) : refusal(added)
  }
  if (action === 'suspend' || action === 'resume') {
    const changed = await change({ state: action === 'suspend' ? 'suspended' : 'active' })
    return changed.ok ? { ok: true, lines: [`${name} is ${changed.value.state}`] } : refusal(changed)
  }
  if (action === 'reset') {
    const changed = await change({ reset: true })
    return changed.ok ? linkLines(name, changed.value.enrol_url ?? '') : refusal(changed)
  }
  return undefined
}

const refusal = ({ code, sentence }: { code: string; sentence?: string }): Done => ({
  ok: false,
  lines: [code === 'not_found' ? 'Nobody has this name' : (sentence ?? code)],
})

const linkLines = (name: string, url: string): Done => ({
  ok: true,
  lines: [`${name} opens this link within an hour, in the browser in which the console will be used:`, url],
})

type Line = Awaited<ReturnType<Awaited<ReturnType<typeof openStaffChanges>>['list']>>[number]

function lineOf({
  name,
  roles,
  state,
  hasCode,
  hasPasskey,
  demo,
  sessions,
  lastSeenAt,
  linkTo,
  vouchedBy,
}: Line): string {
  const methods = [...(hasCode ? ['code'] : []), ...(hasPasskey ? ['passkey'] : [])].join(' and ') || 'not enrolled'
  const seen = lastSeenAt === null ? 'never logged in' : `last seen ${lastSeenAt.toISOString()}, ${sessions} sessions`
  const link = linkTo === null || vouchedBy !== null ? '' : `; link given to ${linkTo}, not yet vouched for`
  return `${name.padEnd(16)} ${state.padEnd(10)} ${roles.join(', ')}; ${methods}; ${seen}${link}${demo ? '; demo' : ''}`
}
