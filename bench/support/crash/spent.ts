import { cpuOf, type Cpu } from '../cpu.ts'
import type { BenchServer } from '../server.ts'

/** Seconds of processor time; undefined if the system does not report it. */
export type Spent = (Cpu & { readonly load: number }) | undefined

/** The processor time so far of a server, of its PostgreSQL and of this process, which generates the load. */
export async function cpuNow(server: BenchServer): Promise<Spent> {
  const cpu = await cpuOf(server)
  const { user, system } = process.cpuUsage()
  return cpu && { ...cpu, load: (user + system) / 1e6 }
}

export function spentSince(before: Spent, after: Spent): Spent {
  if (!before || !after) return undefined
  return {
    node: after.node - before.node,
    postgres: after.postgres - before.postgres,
    load: after.load - before.load,
  }
}

/** Milliseconds for each of `count` pieces of work, as text. */
export function spentText(all: readonly Spent[], count: number): string {
  const each = (timeOf: (spent: NonNullable<Spent>) => number) =>
    ((all.reduce((sum, spent) => sum + (spent ? timeOf(spent) : Number.NaN), 0) * 1000) / count).toFixed(3)
  const [node, postgres, load] = [
    each((spent) => spent.node),
    each((spent) => spent.postgres),
    each((spent) => spent.load),
  ]
  return `processor time a bet: ${node} ms in Node, ${postgres} in PostgreSQL, ${load} in the load generator`
}
