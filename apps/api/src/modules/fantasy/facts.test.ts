import { expect, test } from 'vitest'
import { sha256 } from '@nare/fair/hash'
import { factsOfFeedMatch } from './facts.ts'

test('a goal is of the player whom the feed spells otherwise, and is drawn where it names nobody of the squad', () => {
  const squad = ['Juma Mwashera', 'John Otieno', 'James Otieno'].map((name, n) => ({
    ...{
      id: `p${n}`,
      name,
      club: 'Chui',
      position: 'FW' as const,
      halves: 10,
      scorerWeight: [1_431_655_765, 1_431_655_766, 1_431_655_765][n] ?? 0,
      starterWeight: 1,
    },
    ...{ n, starts: 0, goals: 0, cleanSheets: 0, points: 0 },
  }))
  const facts = (names: readonly (string | undefined)[]) =>
    factsOfFeedMatch(
      {
        ...{ matchId: 1, home: 'Chui', away: 'Simba', startTime: new Date(0), phase: 'over', isFinal: true },
        score: { home: names.length, away: 0 },
        goals: names.map((player) => ({ side: 'home' as const, own: false, ...(player && { player }) })),
      },
      { squads: new Map([['Chui', squad]]), seed: sha256(Buffer.from('seed')) },
      false,
    ).scorers.map(({ playerId }) => playerId)
  expect(facts(['JUMA MWASHERA', 'J. Mwashera', 'juma  mwashera'])).toEqual(['p0', 'p0', 'p0'])
  expect(facts(['Peter Kamau', 'J. Otieno'])).toEqual(facts([undefined, undefined]))
  expect(facts(['Peter Kamau'])).toEqual([expect.stringMatching(/^p\d$/)])
})
