import type { Call } from '@nare/client/call'
import { expect, test } from 'vitest'
import { betting } from '../state/betting.ts'
import { noAnswer } from '../commands/command-outcome.ts'
import { appStore } from '../state/store.ts'
import { setStake } from './use-stake.ts'

const unknown = noAnswer('')
const { placements } = betting.defaults

test('a change of the stake clears a refusal, but not the unknown outcome of a bet', async () => {
  const store = appStore((async () => unknown) as unknown as Call)
  const refuse = (code: 'limit_reached' | 'no_answer') =>
    store.dispatch(
      betting.actions.set({
        field: 'placements',
        value: { ...placements, sports: { ...placements.sports, refusal: { ...unknown, code } } },
      }),
    )
  const shown = () => [store.getState().data.stake_value, store.getState().betting.placements.sports.refusal?.code]
  refuse('limit_reached')
  await store.dispatch(setStake('sports', '30'))
  expect(shown()).toEqual(['30', undefined])
  refuse('no_answer')
  await store.dispatch(setStake('sports', '40'))
  expect(shown()).toEqual(['40', 'no_answer'])
})
