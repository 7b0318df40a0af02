import { createInterface } from 'node:readline'
import { openArcade } from './arcade.ts'
import type { Settings } from './settings.ts'

/**
 * Runs the arcade in a separate process: reads its settings from the first line of standard input, prints one line with its port or its
 * error, and exits when its input closes, so that it never outlives the server that started it.
 */
const input = createInterface(process.stdin)
input.once('line', (line) => void start(line))
input.once('close', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))

async function start(line: string): Promise<void> {
  try {
    const { port } = await openArcade(JSON.parse(line) as Settings)
    process.stdout.write(`${JSON.stringify({ port })}\n`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    process.stdout.write(`${JSON.stringify({ error: code })}\n`)
  }
}
