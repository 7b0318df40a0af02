import { expect, test } from 'vitest'
import { variables } from '../apps/api/src/config.ts'
import { settingsFile } from './settings-file.ts'

test('the settings of the package explain every variable once, and set only the data folder', async () => {
  const lines = (await settingsFile(new URL('..', import.meta.url).pathname)).split('\n')
  const named = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
  expect(named.filter((name, at) => named.indexOf(name) < at)).toEqual([])
  expect(variables.filter((name) => !named.includes(name))).toEqual([
    ...['npm_lifecycle_event', 'LISTEN_FDS', 'LISTEN_PID'],
  ])
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['DATA_DIR=/var/lib/nare'])
  for (const line of lines) expect(line).not.toMatch(/^# \w.*undefined/)
})
