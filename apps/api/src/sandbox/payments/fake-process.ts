import { openFakeProviders } from './fake-providers.ts'

/** The fake providers as a process of their own: prints one line with its address, and ends when its parent does. */
const { url, certificate } = await openFakeProviders()
process.stdin.on('close', () => process.exit(0))
process.stdin.resume()
// A parent that was killed before this process had started reads no address.
process.stdout.on('error', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url, certificate })}\n`)
