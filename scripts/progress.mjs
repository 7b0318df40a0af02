import { stripVTControlCharacters } from 'node:util'
import { since } from './tools.mjs'

const quietMs = 10_000

/**
 * Prints what a run of tests does: a line for each finished file or journey with its number of the total, each failure with its error
 * immediately, and after ten quiet seconds what is running and how many are left.
 */
export function showProgress({ total, unit, print = console.log }) {
  const start = process.hrtime.bigint()
  const running = new Set()
  const width = String(total).length
  let done = 0
  let timer
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(waiting, quietMs).unref()
  }
  const waiting = () => {
    const names = [...running].slice(0, 3).join(', ')
    print(
      `  ${since(start)}: ${done} of ${total} ${unit} done, ${total - done} left; running ${names || 'nothing yet'}`,
    )
    restart()
  }
  print(`${total} ${unit} to run`)
  restart()
  return {
    started: (name) => void running.add(name),
    /** `errors` are texts: the message of each error and where it was thrown. */
    finished(name, { state, durationMs, errors = [] }) {
      running.delete(name)
      done++
      const count = `${String(done).padStart(width)} of ${total}`
      print(`[${count}] ${state.padEnd(7)} ${name} (${seconds(durationMs)})`)
      for (const error of errors) print(indented(error))
      restart()
    },
    failed: (name, errors) => print([`FAILED ${name}`, ...errors.map(indented)].join('\n')),
    end: () => clearTimeout(timer),
  }
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

const indented = (text) => text.replaceAll(/^/gm, '    ')

/** An error as text without colours: its message, what was expected, its place, and the error that caused it, as in a property that fails. */
export function errorText({ message = '', diff, stacks = [], stack = '', location, cause }) {
  const [frame] = stacks
  const at = frame ? `${frame.file}:${frame.line}:${frame.column}` : location && `${location.file}:${location.line}`
  const place = at ? `at ${at}` : (stack.split('\n').find((line) => line.trim().startsWith('at ')) ?? '')
  const caused = cause?.message && `caused by ${errorText(cause)}`
  return stripVTControlCharacters([message, diff, place.trim(), caused].filter(Boolean).join('\n'))
}
