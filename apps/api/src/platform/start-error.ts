/** Why the program cannot start, told as one sentence: what is wrong and what to do. The console shows it without a trace. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}

/**
 * Does what starts a program. Where it cannot be done, the program ends with exit code 1: with a sentence where the fault is one
 * of the start, with its trace where it is none of ours.
 */
export async function runOrExit<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    console.error(isOfTheStart(error) ? error.message : error)
    process.exit(1)
  }
}

function isOfTheStart(error: unknown): error is Error {
  if (error instanceof StartError) return true
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
