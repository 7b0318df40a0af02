import type { Puzzle } from '@nare/fair/puzzle'
import { loadChunk } from '../loading/chunk.ts'

/** Numbers that are tried at a time: a few milliseconds, so that the page stays responsive. */
const sliceCount = 500

type Reply = { readonly ok: false } | { readonly ok: true; readonly body: { success: { puzzle?: Puzzle | undefined } } }

/** Solves the puzzle of an answer, if it has one, in the background and sends its proof. A failure leaves the bettor the button that sends again. */
export function proveFor(reply: Reply, send: (proof: string) => Promise<unknown>): void {
  const puzzle = reply.ok ? reply.body.success.puzzle : undefined
  if (puzzle) void solve(puzzle).then(send, () => undefined)
}

/** The proof of a puzzle. Lets everything else run between slices of a few milliseconds. */
export async function solve(puzzle: Puzzle): Promise<string> {
  const { trySolutions } = await loadChunk(() => import('@nare/fair/puzzle'))
  for (let from = 0; ; from += sliceCount) {
    const solution = trySolutions(puzzle, { from, count: sliceCount })
    if (solution !== undefined) return `${puzzle.challenge}.${solution}`
    await nextTurn()
  }
}

/** Waits until the browser has handled what waits. A message, unlike a timer, is not delayed by four milliseconds, nor by a page in the background. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
