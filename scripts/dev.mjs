// Starts the server, which restarts on each change, and Vite's dev servers for the app and the console. If one ends, the others are stopped.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, nodePath, root } from './tools.mjs'

const port = process.env.PORT || '3000'
const env = environment({ PORT: port, API_URL: process.env.API_URL || `http://127.0.0.1:${port}` })
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

const children = [
  spawn(nodePath(), ['--watch', 'apps/api/src/main.ts'], { cwd: root, env, stdio: 'inherit' }),
  spawn(nodePath(), [vite], { cwd: join(root, 'apps', 'bettor'), env, stdio: 'inherit' }),
  spawn(nodePath(), [vite, '--port', '5174'], { cwd: join(root, 'apps', 'console'), env, stdio: 'inherit' }),
]

function end(signal) {
  for (const child of children) child.kill(signal)
}

process.on('SIGINT', end).on('SIGTERM', end)
for (const child of children) {
  child.once('close', (code) => {
    process.exitCode ||= code ?? 0
    end('SIGTERM')
  })
}
