/** Why the program cannot start, told as one sentence: what is wrong and what to do. The console shows it without a trace. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}
