import { openFakeProviders } from './fake-providers.ts'

/** Runs the fake providers in a separate process: prints one line with its address, and exits with its parent. */
const { url, certificate } = await openFakeProviders()
process.stdin.on('close', () => process.exit(0))
process.stdin.resume()
// Exits if the parent was killed before this process started.
process.stdout.on('error', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url, certificate })}\n`)
