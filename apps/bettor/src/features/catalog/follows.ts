import { storageKey } from '@nare/client/storage'
import { stored } from '../../state/browser.ts'
import { signal, useSignal } from '../../state/signal.ts'

export type FollowKind = 'league' | 'team' | 'market'
/** A followed league, team or market: its id within its kind, its name and its page. */
export type Followed = { kind: FollowKind; id: string; name: string; href: string; sport_id: string }

const key = 'follows'
const storedMs = 3.2e11
const followsMax = 200

const isFollowed = (value: unknown): value is Followed =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'id', 'name', 'href', 'sport_id'].every((field) => typeof Reflect.get(value, field) === 'string')

function read(): readonly Followed[] {
  const value = stored.read(key)
  return Array.isArray(value) ? value.filter(isFollowed) : []
}

const follows = signal(read())

/** Follows or unfollows; this device stores the newest 200. */
export function toggleFollow(item: Followed): void {
  const before = follows.get()
  const others = before.filter((follow) => !isSame(follow, item))
  const after = others.length < before.length ? others : [...others, item].slice(-followsMax)
  stored.write(key, after, storedMs)
  follows.set(after)
}

const isSame = (a: Pick<Followed, 'kind' | 'id'>, b: Pick<Followed, 'kind' | 'id'>): boolean =>
  a.kind === b.kind && a.id === b.id

/** All follows of this device, oldest first. */
export const useFollows = (): readonly Followed[] => useSignal(observed)

export const isFollowing = (all: readonly Followed[], item: Pick<Followed, 'kind' | 'id'>): boolean =>
  all.some((follow) => isSame(follow, item))

/** The id of a team. The contract has no team ids, so sport and name identify a team. */
export const teamId = (sportId: string, name: string): string => `${sportId}/${name}`

/** The page with a team's matches. */
export const teamHref = ({ sport_id, name }: { sport_id: string; name: string }): string =>
  `/competition?${new URLSearchParams({ team: name, sport_id })}`

type Teams = { competition_id: string; sport_id: string; home_team: string; away_team: string }

/** True if the follows include the league or a team of a match. */
export const followsMatch = (
  all: readonly Followed[],
  { competition_id, sport_id, home_team, away_team }: Teams,
): boolean =>
  isFollowing(all, { kind: 'league', id: competition_id }) ||
  [home_team, away_team].some((name) => isFollowing(all, { kind: 'team', id: teamId(sport_id, name) }))

let isObservingStorage = false

/** The signal of the follows. The first listener also starts listening for changes by other tabs. */
const observed = {
  get: follows.get,
  listen(listener: () => void): () => void {
    if (!isObservingStorage)
      addEventListener('storage', (event) => event.key === storageKey(key) && follows.set(read()))
    isObservingStorage = true
    return follows.listen(listener)
  },
}
