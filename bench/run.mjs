import { readdir } from 'node:fs/promises'
import { spawn } from 'node:child_process'

/** `npm run bench <what>`: runs bench/<what>.ts and passes the rest on. Without a name it lists what there is. */
const [what, ...rest] = process.argv.slice(2)
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
if (!what || !names.includes(what)) {
  console.log(`npm run bench <what>, where <what> is one of: ${names.sort().join(', ')}`)
  process.exit(what ? 1 : 0)
}
const child = spawn('node', [`${import.meta.dirname}/${what}.ts`, ...rest], { stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))
