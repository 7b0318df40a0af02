/** The text of an external response. Throws if it is longer than `charsMax`. */
export async function readBounded(reply: Response, charsMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > charsMax) throw new Error('the response is too long')
  }
  return text
}

/** Whether a call failed before it connected, so that nothing was sent. The error of `fetch` has the reason as its cause. */
export function wasNotSent(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'UND_ERR_CONNECT_TIMEOUT'
}
