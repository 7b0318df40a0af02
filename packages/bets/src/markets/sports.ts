const listed = [
  { key: 'soccer', id: '79', name: 'Soccer' },
  { key: 'basketball', id: '30', name: 'Basketball' },
  { key: 'tennis', id: '28', name: 'Tennis' },
  { key: 'rugby', id: '41', name: 'Rugby' },
  { key: 'ice_hockey', id: '29', name: 'Ice Hockey' },
  { key: 'cricket', id: '37', name: 'Cricket' },
] as const

export type Sport = (typeof listed)[number]['key']

/** The sports in display order: the name in code, the id in the API and the English name. Every table by sport has these keys. */
export const sports: readonly { readonly key: Sport; readonly id: string; readonly name: string }[] = listed

export const sportKeys: readonly Sport[] = sports.map(({ key }) => key)

const byId: ReadonlyMap<string, Sport> = new Map(sports.map(({ id, key }) => [id, key]))

/** The sport with this id of the API; undefined if there is none. */
export function sportOf(sportId: string): Sport | undefined {
  return byId.get(sportId)
}

/** The id of a sport in the API. */
export function sportIdOf(sport: Sport): string {
  return sports.find(({ key }) => key === sport)?.id ?? ''
}
