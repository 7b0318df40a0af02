import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request as requests, type APIRequestContext } from '@playwright/test'
import { fund, signUp, type Bettor } from './api.ts'

/** Bettors of the core run: so many have a balance of 1,000.00, and so many have no money. Further journeys sign up a bettor. */
const sizes = { funded: 45, bettor: 25 } as const

/** So many sign up at once: a server that has just started opens its connections one by one. */
const atOnce = 6

export type Kind = keyof typeof sizes

const create = async (request: APIRequestContext, kind: Kind): Promise<Bettor> => {
  const bettor = await signUp(request)
  if (kind === 'funded') await fund(request, bettor.msisdn, '1000.00')
  return bettor
}

/** Signs up the bettors of the run, each for one journey, and stores them in a folder that the workers read. Returns its removal. */
export async function makePool(url: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'nare-bettors-'))
  const request = await requests.newContext({ baseURL: url })
  for (const [kind, size] of Object.entries(sizes) as [Kind, number][]) {
    const left = [...Array(size).keys()]
    const storeNext = async (): Promise<void> => {
      const at = left.pop()
      if (at === undefined) return
      await writeFile(join(folder, `${kind}-${at}.json`), JSON.stringify(await create(request, kind)))
      await storeNext()
    }
    await Promise.all(Array.from({ length: atOnce }, storeNext))
  }
  await request.dispose()
  process.env['NARE_BETTORS'] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Takes a bettor that no other journey has or will get; signs one up if none is left. */
export async function takeBettor(request: APIRequestContext, kind: Kind): Promise<Bettor> {
  const folder = process.env['NARE_BETTORS']
  const names = folder === undefined ? [] : await readdir(folder)
  for (const name of names.filter((each) => each.startsWith(`${kind}-`))) {
    const taken = join(folder ?? '', `taken-${name}`)
    // Of several workers, one renames the file.
    const isOurs = await rename(join(folder ?? '', name), taken).then(
      () => true,
      () => false,
    )
    if (isOurs) return JSON.parse(await readFile(taken, 'utf8')) as Bettor
  }
  return create(request, kind)
}
