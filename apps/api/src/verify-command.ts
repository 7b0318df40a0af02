import { readFile, stat } from 'node:fs/promises'
import { readConfig } from './config.ts'

/** The result of the file checks of `packages/games` and `packages/league`. */
type FilesChecked = {
  readonly title: string
  readonly steps: readonly { readonly ok: boolean; readonly text: string }[]
  readonly missing?: string
}

type VerifyCommand = {
  readonly usage: string
  /** Fetches the texts about the round that was named on the command line; empty if there is no such round. */
  readonly fetchTexts: (name: string, address: string | undefined) => Promise<readonly string[]>
  readonly checkFiles: (texts: readonly string[]) => FilesChecked
}

/**
 * Runs a command that verifies rounds without access to the server's data: from files, or from a round's name. Exits with 1 if something is
 * wrong, and with 2 if nothing could be checked.
 */
export async function runVerifyCommand({ usage, fetchTexts, checkFiles }: VerifyCommand): Promise<void> {
  const [first, ...more] = process.argv.slice(2)
  async function check(): Promise<number> {
    if (first === undefined) return fail(usage)
    const isFile = await stat(first).then(
      (found) => found.isFile(),
      () => false,
    )
    const texts = isFile
      ? await Promise.all([first, ...more].map((path) => readFile(path, 'utf8')))
      : await fetchTexts(first, more[0])
    if (texts.length === 0) return fail(`There is no round ${first}`)
    const { title, steps, missing } = checkFiles(texts)
    if (missing !== undefined) return fail(`${title} ${missing}`.trim())
    console.log(title)
    for (const { ok, text } of steps) console.log(`${ok ? 'ok   ' : 'WRONG'}  ${text.replace(/^WRONG: /, '')}`)
    return steps.every(({ ok }) => ok) ? 0 : 1
  }
  process.exitCode = await check().catch((error: unknown) =>
    fail(error instanceof Error ? error.message : String(error)),
  )
}

/** Fetches the text of a public call of a server, by default of this one. Throws if the call fails. */
export async function fetchText(
  path: string,
  { address = ownAddress(), body }: { address?: string | undefined; body?: object },
) {
  const answer = await fetch(new URL(path, address), {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status} to ${path.split('?')[0]}`)
  return answer.text()
}

function ownAddress(): string {
  const { publicUrl, host, port } = readConfig()
  return publicUrl ?? `http://${host}:${port}`
}

function fail(text: string): number {
  console.error(text)
  return 2
}
