import { useSyncExternalStore } from 'react'
import { storageKey } from '@nare/client/storage'
import { stored } from '../../state/browser.ts'

export type FollowKind = 'league' | 'team' | 'market'
/** A followed league, team or market: its id within its kind, its name and its page. */
export type Followed = { kind: FollowKind; id: string; name: string; href: string; sport_id: string }

const key = 'follows'
const storedMs = 3.2e11
const most = 200

const isFollowed = (value: unknown): value is Followed =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'id', 'name', 'href', 'sport_id'].every((field) => typeof Reflect.get(value, field) === 'string')

function read(): readonly Followed[] {
  const value = stored.read(key)
  return Array.isArray(value) ? value.filter(isFollowed) : []
}

let follows = read()
const listeners = new Set<() => void>()

function change(now: readonly Followed[]): void {
  follows = now
  for (const listener of listeners) listener()
}

/** Follows or unfollows; this device stores the newest 200. */
export function toggleFollow(one: Followed): void {
  const rest = follows.filter((each) => !isSame(each, one))
  const now = rest.length < follows.length ? rest : [...rest, one].slice(-most)
  stored.write(key, now, storedMs)
  change(now)
}

const isSame = (one: Pick<Followed, 'kind' | 'id'>, other: Pick<Followed, 'kind' | 'id'>): boolean =>
  one.kind === other.kind && one.id === other.id

/** Everything followed on this device, oldest first. */
export function useFollows(): readonly Followed[] {
  return useSyncExternalStore(subscribe, () => follows)
}

export const isFollowing = (all: readonly Followed[], one: Pick<Followed, 'kind' | 'id'>): boolean =>
  all.some((each) => isSame(each, one))

/** Teams have no id: sport and name identify one. */
export const teamId = (sportId: string, name: string): string => `${sportId}/${name}`

type Teams = { competition_id: string; sport_id: string; home_team: string; away_team: string }

/** Whether the league or a team of a match is followed. */
export const followsMatch = (
  all: readonly Followed[],
  { competition_id, sport_id, home_team, away_team }: Teams,
): boolean =>
  isFollowing(all, { kind: 'league', id: competition_id }) ||
  [home_team, away_team].some((name) => isFollowing(all, { kind: 'team', id: teamId(sport_id, name) }))

let watching = false

function subscribe(changed: () => void): () => void {
  if (!watching) addEventListener('storage', (event) => event.key === storageKey(key) && change(read()))
  watching = true
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
