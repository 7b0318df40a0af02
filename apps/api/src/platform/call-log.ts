import type { Bindings } from 'pino'
import type { Log } from './log.ts'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
type Given = Parameters<Log['info']>

/**
 * The log of one call, which adds `bindings` to each line. The child logger is created with the first line, because creating it redacts the
 * bindings, which takes more than a tenth of the time of a bet, and most calls log nothing.
 */
export class CallLog implements Pick<Log, Level | 'level' | 'child'> {
  readonly #parent: Log
  readonly #bindings: Bindings
  #child: Log | undefined

  constructor(parent: Log, bindings: Bindings) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get #logger(): Log {
    return (this.#child ??= this.#parent.child(this.#bindings))
  }

  get level(): string {
    return (this.#child ?? this.#parent).level
  }

  set level(level: string) {
    this.#logger.level = level
  }

  fatal(...given: Given): void {
    this.#logger.fatal(...given)
  }

  error(...given: Given): void {
    this.#logger.error(...given)
  }

  warn(...given: Given): void {
    this.#logger.warn(...given)
  }

  info(...given: Given): void {
    this.#logger.info(...given)
  }

  debug(...given: Given): void {
    this.#logger.debug(...given)
  }

  trace(...given: Given): void {
    this.#logger.trace(...given)
  }

  silent(...given: Given): void {
    this.#logger.silent(...given)
  }

  child: Log['child'] = (...given) => this.#logger.child(...given)
}
