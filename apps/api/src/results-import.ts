import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { runCommand, runOrExit } from './platform/start-error.ts'
import { importCommand, importUsage } from './results-import-command.ts'

/** `npm run import:results -- <file>`: results of earlier seasons as history; see docs/operations.md. */
const config = await runOrExit(async () => readConfig())
await runCommand(async () => {
  const { values, positionals } = await runOrExit(async () => {
    return parseArgs({
      options: {
        competition: { type: 'string' },
        teams: { type: 'string' },
        new: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
  })
  const { code, lines } = await importCommand(config, {
    paths: positionals,
    competition: values.competition,
    teams: values.teams,
    acceptNew: values.new,
    dryRun: values['dry-run'],
  })
  for (const line of lines) (code === 0 ? console.log : console.error)(line)
  if (code === 2) console.error(importUsage)
  return code
})
