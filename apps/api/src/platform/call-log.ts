import type { Bindings } from 'pino'
import type { Log } from './log.ts'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
type Given = Parameters<Log['info']>

/**
 * The log of one call, which adds `bindings` to each line. The child of the process's log that writes them is made with the first line:
 * making one redacts the bindings and costs more than a tenth of what a bet costs, and most calls log nothing.
 */
export class CallLog implements Pick<Log, Level | 'level' | 'child'> {
  readonly #parent: Log
  readonly #bindings: Bindings
  #made: Log | undefined

  constructor(parent: Log, bindings: Bindings) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get #own(): Log {
    return (this.#made ??= this.#parent.child(this.#bindings))
  }

  get level(): string {
    return (this.#made ?? this.#parent).level
  }

  set level(level: string) {
    this.#own.level = level
  }

  fatal(...given: Given): void {
    this.#own.fatal(...given)
  }

  error(...given: Given): void {
    this.#own.error(...given)
  }

  warn(...given: Given): void {
    this.#own.warn(...given)
  }

  info(...given: Given): void {
    this.#own.info(...given)
  }

  debug(...given: Given): void {
    this.#own.debug(...given)
  }

  trace(...given: Given): void {
    this.#own.trace(...given)
  }

  silent(...given: Given): void {
    this.#own.silent(...given)
  }

  child: Log['child'] = (...given) => this.#own.child(...given)
}
