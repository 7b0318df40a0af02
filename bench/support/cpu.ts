import { readdir, readFile } from 'node:fs/promises'

/** Processor time in seconds since the start of a process. */
export type Cpu = { readonly node: number; readonly postgres: number }

const ticksInSecond = 100

/**
 * The processor time of a server and of its PostgreSQL so far. Other work on the machine slows a run but hardly changes this time.
 * Undefined if the system has no /proc.
 */
export async function cpuOf(server: {
  readonly process: { readonly pid?: number | undefined }
}): Promise<Cpu | undefined> {
  const running = await processes()
  const node = running.find(({ pid }) => pid === server.process.pid)
  if (!node) return undefined
  const postmasters = running.filter(({ parent, name }) => parent === node.pid && name === 'postgres')
  const backends = running.filter(({ parent }) => postmasters.some(({ pid }) => pid === parent))
  const ended = postmasters.reduce((sum, { ended: past }) => sum + past, 0)
  return { node: node.self, postgres: [...postmasters, ...backends].reduce((sum, { self }) => sum + self, ended) }
}

/** The processor time of the thread that runs the event loop of a server, in milliseconds; the system counts it in nanoseconds. Linux only. */
export async function loopMs({
  process: { pid },
}: {
  readonly process: { readonly pid?: number | undefined }
}): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

/** Milliseconds of processor time for each of `count` pieces of work, as text. */
export function cpuText(before: Cpu | undefined, after: Cpu | undefined, count: number): string {
  if (!before || !after) return 'processor times are not available'
  const each = (from: number, to: number) => (((to - from) * 1000) / count).toFixed(3)
  return `processor time each: ${each(before.node, after.node)} ms in Node, ${each(before.postgres, after.postgres)} ms in PostgreSQL`
}

type Process = { pid: number; parent: number; name: string; self: number; ended: number }

async function processes(): Promise<Process[]> {
  const names = await readdir('/proc').catch(() => [])
  const texts = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')),
  )
  return texts.flatMap((text) => {
    const match = /^(\d+) \((.*)\) \S (\d+) (.*)$/s.exec(text)
    if (!match) return []
    // proc(5): utime, stime, cutime and cstime are fields 14 to 17.
    const [utime, stime, cutime, cstime] = (match[4] ?? '').split(' ').slice(9, 13).map(Number)
    const self = ((utime ?? 0) + (stime ?? 0)) / ticksInSecond
    const ended = ((cutime ?? 0) + (cstime ?? 0)) / ticksInSecond
    return [{ pid: Number(match[1]), parent: Number(match[3]), name: match[2] ?? '', self, ended }]
  })
}
