import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestApp } from '#testing/app'
import { operatorToken } from '#testing/operators'

export const run = promisify(execFile)
export const zone = 'Africa/Nairobi'
export const hourMs = 3_600_000
/** Nairobi is three hours ahead of UTC all year. */
export const dayOf = (ms: number): string => new Date(ms + 3 * hourMs).toISOString().slice(0, 10)
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - 3 * hourMs

export type Got = { readonly status: number; readonly text: string; readonly lines: Record<string, unknown>[] }
/** Reads an address as somebody of the house, by default Ivy, from an address. */
export async function getLines(
  { app }: TestApp,
  url: string,
  { name = 'ivy', address = '127.0.0.1' }: { name?: string; address?: string } = {},
): Promise<Got> {
  const reply = await app.app.inject({
    url,
    remoteAddress: address,
    headers: { authorization: `Bearer ${operatorToken(name)}` },
  })
  const isLines = String(reply.headers['content-type']).startsWith('application/x-ndjson')
  const lines = isLines
    ? reply.body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    : []
  return { status: reply.statusCode, text: reply.body, lines }
}

/** All lines up to now, read from a number on. */
export async function linesAfter({ app }: TestApp, after: bigint): Promise<Record<string, unknown>[]> {
  const upTo = await app.regulator.lines.number()
  const read: Record<string, unknown>[] = []
  for await (const step of app.regulator.lines.between({ after, upTo }))
    read.push(...step.map(({ text }) => JSON.parse(text) as Record<string, unknown>))
  return read
}

/** What a script that knows only the files finds in a folder. */
export async function readIndependently(folder: string): Promise<Record<string, unknown>> {
  const script = new URL('../../../../../../scripts/read-export.ts', import.meta.url).pathname
  return JSON.parse((await run(process.execPath, [script, folder])).stdout) as Record<string, unknown>
}
