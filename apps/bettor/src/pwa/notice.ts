type Notice = { title: string; body?: string; tag?: string; icon: string; data?: string }

/** What the browser shows for a message of the server: only texts. One that cannot be read still shows that there is something. */
export function noticeOf(message: string | undefined): Notice {
  const read = recordOf(message)
  const text = (field: string): string | undefined => (typeof read[field] === 'string' ? read[field] : undefined)
  const [body, tag, data] = [text('body'), text('tag'), text('url')]
  return {
    title: text('title') ?? 'Nare',
    icon: '/icon-192.png',
    ...(body !== undefined && { body }),
    ...(tag !== undefined && { tag }),
    ...(data !== undefined && { data }),
  }
}

/** The page that a notice leads to: a path of this site, otherwise home. */
export function ownPath(place: unknown, origin: string): string {
  if (typeof place !== 'string' || !/^\/(?![/\\])/.test(place) || !URL.canParse(place, origin)) return '/'
  const url = new URL(place, origin)
  return url.origin === origin ? url.pathname + url.search : '/'
}

function recordOf(message: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(message ?? '')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
