/** The sports of the catalogue by the ids of the contract. */
export const sportNames: readonly { readonly id: string; readonly name: string }[] = [
  { id: '79', name: 'Soccer' },
  { id: '30', name: 'Basketball' },
  { id: '28', name: 'Tennis' },
  { id: '41', name: 'Rugby' },
  { id: '29', name: 'Ice hockey' },
  { id: '37', name: 'Cricket' },
]

export const sportName = (id: string): string => sportNames.find((sport) => sport.id === id)?.name ?? id
