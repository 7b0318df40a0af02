/**
 * Runs a request with a time limit in milliseconds: rejects when it has passed, and aborts the request where that is possible. Without a
 * limit the request may take any time.
 */
export async function withinLimit<T>(
  limitMs: number | undefined,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return run(undefined)
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${limitMs} ms`))
      controller.abort()
    }, limitMs)
  })
  try {
    return await Promise.race([run(controller.signal), passed])
  } finally {
    clearTimeout(timer)
  }
}

const ordinaryMs = 60_000
const commandMs = 600_000

/**
 * The time limit of a call of the app. A command with an id made by the client may take longer than all look-ups of its id
 * (`commands` of the app): before that it is looked up while its request is open, and the limit changes nothing.
 */
export function limitOf({ data }: { readonly data?: Record<string, unknown> | undefined }): number {
  return typeof data?.id === 'string' && uuid.test(data.id) ? commandMs : ordinaryMs
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
