import { readdir } from 'node:fs/promises'
import { spawn } from 'node:child_process'

/** `npm run bench <name> [arguments]`: runs bench/<name>.ts. Without a name, lists the benchmarks. */
const [name, ...rest] = process.argv.slice(2)
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
if (!name || !names.includes(name)) {
  console.log(`npm run bench <name>, where <name> is one of: ${names.sort().join(', ')}`)
  process.exit(name ? 1 : 0)
}
const child = spawn('node', [`${import.meta.dirname}/${name}.ts`, ...rest], { stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))
