import { betting, type BettingState, type JackpotSlip } from './betting.ts'
import { isSlip, type Pick } from './picks.ts'

/** The specification's three slips: their fields of the betting area, and the entries that store them. */
type Fields = { sports: 'slip'; league: 'kiron_slip'; jackpot: 'jackpot_slip' }
export type SlipKind = keyof Fields
/** The slips that contain picks at a price; a jackpot's contains outcomes. */
export type PickSlipKind = 'sports' | 'league'
type Value<K extends SlipKind> = BettingState[Fields[K]]

export type Slip<K extends SlipKind> = {
  kind: K
  field: Fields[K]
  /** The name of its entry in the browser's storage. */
  key: string
  of: (state: BettingState) => Value<K>
  set: (value: Value<K>) => ReturnType<typeof betting.actions.set>
  clear: () => ReturnType<typeof betting.actions.reset>
  /** True if a stored value can be this slip; old and foreign contents are dropped. */
  accepts: (value: unknown) => value is Value<K>
}

function make<K extends SlipKind>(
  kind: K,
  { field, key, accepts }: { field: Fields[K]; key: string; accepts: (value: unknown) => boolean },
): Slip<K> {
  return {
    kind,
    field,
    key,
    of: (state) => state[field],
    set: (value) => betting.actions.set({ field, value } as Parameters<typeof betting.actions.set>[0]),
    clear: () => betting.actions.reset(field),
    accepts: (value): value is Value<K> => accepts(value),
  }
}

const isJackpotSlip = (value: unknown): value is JackpotSlip | null =>
  value === null ||
  (typeof value === 'object' && 'jackpot_id' in value && 'picks' in value && Array.isArray(value.picks))

const byKind: { readonly [K in SlipKind]: Slip<K> } = {
  sports: make('sports', { field: 'slip', key: 'betslip', accepts: isSlip }),
  league: make('league', { field: 'kiron_slip', key: 'kironbetslip', accepts: isSlip }),
  jackpot: make('jackpot', { field: 'jackpot_slip', key: 'jackpotbetslip', accepts: isJackpotSlip }),
}

export const slipKinds = ['sports', 'league', 'jackpot'] as const

/** The slip of a kind, with which one component can read, set and clear any slip. */
export const slip = <K extends SlipKind>(kind: K): Slip<K> => byKind[kind]

/** The picks of a sports or league slip. */
export const picksOf = (state: BettingState, kind: PickSlipKind): readonly Pick[] => slip(kind).of(state)
