import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The command of the Debian package with a release whose Node prints what it is given, run in a folder with files. */
describe.skipIf(process.platform === 'win32')('nare', () => {
  let home: string
  let here: string

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'nare-command-')))
    here = join(home, 'here')
    const release = join(home, 'current')
    for (const folder of [
      release,
      join(home, 'bin'),
      join(here, 'airtel'),
      join(here, 'Kenya/Premier'),
      join(here, '3'),
    ])
      await mkdir(folder, { recursive: true })
    await writeFile(join(here, 'f.csv'), '')
    const text = await readFile(new URL('../packaging/nare', import.meta.url), 'utf8')
    await writeFile(join(home, 'nare'), text.replaceAll(/\/(usr|var)\/lib\/nare/g, home))
    // A user who is not root: as root the command becomes nare, whom this machine may not have.
    await writeFile(join(home, 'bin/id'), '#!/bin/sh\necho 1000\n', { mode: 0o755 })
    await writeFile(join(release, 'node'), '#!/bin/sh\nshift 3\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  })
  afterAll(() => rm(home, { recursive: true }))

  /** The words that the program of a command gets. */
  function nare(...words: string[]): string[] {
    const env = { ...process.env, PATH: `${join(home, 'bin')}:${process.env['PATH']}` }
    const output = execFileSync('sh', [join(home, 'nare'), ...words], { cwd: here, env, encoding: 'utf8' })
    return output.split('\n').slice(0, -1)
  }

  test('gives the provider of a statement as it is, also beside a folder of that name', () => {
    expect(nare('reconcile', 'f.csv', 'airtel')).toEqual([join(here, 'f.csv'), 'airtel'])
    expect(nare('reconcile', './f.csv')).toEqual([`${here}/./f.csv`])
  })

  test('makes the value of an option a whole path, in both spellings, only if it is a file', () => {
    expect(nare('restore', '--from=airtel', '--keys', 'airtel', '--to=/tmp/new')).toEqual([
      ...[`--from=${join(here, 'airtel')}`, '--keys', join(here, 'airtel'), '--to=/tmp/new'],
    ])
    expect(nare('restore', '--from', 'airtel', '--timeline', '3', '--timeline=3', '--at', '3')).toEqual([
      ...['--from', join(here, 'airtel'), '--timeline', '3', '--timeline=3', '--at', '3'],
    ])
  })

  test('leaves names and switches, and every file of several is a whole path', () => {
    expect(nare('import-results', '--dry-run', 'f.csv', '--competition', 'Kenya/Premier', 'f.csv')).toEqual([
      ...['--dry-run', join(here, 'f.csv'), '--competition', 'Kenya/Premier', join(here, 'f.csv')],
    ])
    expect(nare('games-verify', '12', 'http://127.0.0.1:3000')).toEqual(['12', 'http://127.0.0.1:3000'])
  })
})
