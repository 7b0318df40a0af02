import { parseArgs } from 'node:util'
import { roles, type Role } from '@nare/contract/permissions'
import { readConfig } from './config.ts'
import { runOrExit } from './platform/start-error.ts'
import { staffCommand, usage } from './staff-command.ts'

/** `npm run staff -- add|list|suspend|resume|reset|remove-demo`: the house's people, by whoever has the machine. */
const { values, positionals } = parseArgs({
  options: { roles: { type: 'string' } },
  allowPositionals: true,
})
const [action = '', name = ''] = positionals
const given = (values.roles ?? '').split(',').filter((role) => role !== '')
const known = given.filter((role): role is Role => (roles as readonly string[]).includes(role))

if (known.length < given.length) {
  console.error(`--roles: one or more of ${roles.join(', ')}, separated by commas`)
  process.exitCode = 2
} else {
  const config = await runOrExit(async () => readConfig())
  const done = await runOrExit(() => staffCommand({ config, action, name, roles: known }))
  for (const line of done?.lines ?? [usage]) (done?.ok ? console.log : console.error)(line)
  process.exitCode = done === undefined ? 2 : done.ok ? 0 : 1
}
